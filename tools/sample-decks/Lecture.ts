/** A point, or points below the one before. */
export type Bullet = string | readonly string[];

/** The content of a slide; absent parts are not drawn. */
export interface LectureSlide {
  title: string;
  /** Of the opening slide alone. */
  subtitle?: string;
  bullets?: readonly Bullet[];
  /** The first row is the head. */
  table?: readonly (readonly string[])[];
  chart?: { title: string; name: string; labels: string[]; values: number[] };
  /** Shapes in a group, the later ones in a group inside it. */
  group?: readonly string[];
  smartArt?: readonly string[];
  notes?: string;
}

/** A deck in words. */
export interface Lecture {
  file: string;
  title: string;
  slides: readonly LectureSlide[];
}
