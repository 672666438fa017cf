/** A name in all the ways in which templates need it. */
export interface Spellings {
  /** `study-notes` */
  name: string;
  /** `StudyNotes` */
  Name: string;
  /** `studyNotes` */
  variable: string;
  /** `STUDY_NOTES` */
  NAME: string;
  /** `Study notes` */
  Title: string;
}

const capital = (word: string): string => word.charAt(0).toUpperCase() + word.slice(1);

/** @param name Words of small letters and digits, joined by hyphens. */
export const spellings = (name: string): Spellings => {
  const words = name.split('-');
  const Name = words.map(capital).join('');
  return {
    name,
    Name,
    variable: Name.charAt(0).toLowerCase() + Name.slice(1),
    NAME: words.join('_').toUpperCase(),
    Title: capital(words.join(' ')),
  };
};
