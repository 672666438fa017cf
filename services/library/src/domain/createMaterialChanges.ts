import type { RestoreRequest, StudyMaterial } from '@lectern/contracts';
import { DomainError } from '@lectern/service-kit';
import type { MaterialDocument } from '../store.ts';
import { changedElsewhere, createMaterialSaving, type MaterialSavingDependencies } from './createMaterialSaving.ts';
import type { MaterialVersions, NewMarkdown } from './createMaterialVersions.ts';
import type { StudyContent } from './StudyContent.ts';

export interface MaterialChangesDependencies extends MaterialSavingDependencies {
  versions: Pick<MaterialVersions, 'save' | 'markdownOf'>;
  content: Pick<StudyContent, 'insertLines'>;
}

/** A learner's version of a guide. Absent fields stay as they are. */
export interface MaterialEdit {
  title?: string | undefined;
  /** Markdown. */
  content?: string | undefined;
  /** The version to go back to. The call's schema takes it without `content` only. */
  version?: number | undefined;
}

/** Changes of guides by the learner. */
export function createMaterialChanges({ content, ...dependencies }: MaterialChangesDependencies) {
  const { parts, versions } = dependencies;
  const save = createMaterialSaving(dependencies);

  /** The markdown that an edit brings; `undefined` when it stays as it is. @throws DomainError `not_found` for an absent version */
  const markdownAfter = async (material: MaterialDocument, { content, version }: MaterialEdit): Promise<NewMarkdown | undefined> => {
    if (version !== undefined) return versions.markdownOf(material, version);
    return content === undefined ? undefined : { markdown: content, edited: true };
  };

  return {
    /**
     * Changes the title, replaces the guide by the learner's version, or goes back to an earlier version, which then is the newest one. The source
     * never changes.
     */
    async update(userId: string, id: string, edit: MaterialEdit): Promise<StudyMaterial> {
      const material = await parts.own(userId, id);
      return save(material, edit.title, await markdownAfter(material, edit));
    },

    /**
     * Puts lines that the guide leaves out into their places; the guide before is kept as a version.
     * @throws DomainError `conflict` when the guide was changed since they were chosen, `invalid` for a number that is none of them
     */
    async restoreLines(userId: string, id: string, { lines, of }: RestoreRequest): Promise<StudyMaterial> {
      const material = await parts.own(userId, id);
      const { source, markdown, edited, omitted = [], markdownVersion: madeFrom = 0 } = await parts.bodyOf(material);
      if (of !== undefined && of !== omitted.length) throw changedElsewhere();
      const chosen = new Set(lines);
      const restored = omitted.filter((_, index) => chosen.has(index));
      if (restored.length < chosen.size) throw new DomainError('invalid', 'The guide leaves out no line with this number.');
      const whole = await content.insertLines(userId, source, markdown, restored);
      return save(material, undefined, { markdown: whole, edited, omitted: omitted.filter((_, index) => !chosen.has(index)), madeFrom });
    },
  };
}
