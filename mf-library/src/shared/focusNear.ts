/** Long enough for a dialog's own return of the focus, which goes to the options of a card that is gone. */
const settleMs = 60;

/** Where the focus fell to nothing because its element went, it goes on somewhere sensible. */
export const focusIfLost = (next: () => HTMLElement | null | undefined): void => {
  setTimeout(() => {
    if (document.activeElement === null || document.activeElement === document.body) next()?.focus();
  }, settleMs);
};

/** Which card of a list holds a thing, counted from 0; the first when it is not there. */
export const placeOf = (list: HTMLElement | null, id: string): number =>
  Math.max(
    0,
    [...(list?.querySelectorAll<HTMLElement>('[data-item]') ?? [])].findIndex((element) => element.dataset['item'] === id),
  );

/** After a card went, the keyboard goes on at the one that took its place, or at the list where none is left. */
export const focusNear = (list: HTMLElement | null, place: number): void => {
  focusIfLost(() => {
    const links = [...(list?.querySelectorAll<HTMLElement>('[data-item] :is(h2, h3) a') ?? [])];
    return links[Math.min(place, links.length - 1)] ?? list;
  });
};
