import type { Citation } from '@lectern/contracts';

export interface AskGuideProps {
  studyMaterialId: string;
  /** Opens the passages around a quote; `from` gets the focus back. */
  onOpen: (citation: Citation, from: HTMLElement) => void;
}
