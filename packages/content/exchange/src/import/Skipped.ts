import type { SkipReason } from './ImportedDeck.ts';

/** Counts what is left out. A picture or sound that several cards show counts once. */
export class Skipped {
  readonly #counts = new Map<SkipReason, number>();
  readonly #media = { pictures: new Set<string>(), sounds: new Set<string>() };

  add(reason: Exclude<SkipReason, 'pictures' | 'sounds'>): void {
    this.#counts.set(reason, (this.#counts.get(reason) ?? 0) + 1);
  }

  addMedia(kind: 'pictures' | 'sounds', name: string): void {
    this.#media[kind].add(name);
  }

  counts(): Partial<Record<SkipReason, number>> {
    const { pictures, sounds } = this.#media;
    return {
      ...(pictures.size > 0 && { pictures: pictures.size }),
      ...(sounds.size > 0 && { sounds: sounds.size }),
      ...Object.fromEntries(this.#counts),
    };
  }
}
