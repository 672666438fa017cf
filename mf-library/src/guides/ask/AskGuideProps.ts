import type { Citation } from '@lectern/contracts';

export interface AskGuideProps {
  studyMaterialId: string;
  /** Opens the passages around a quote. The focus returns to `from`. */
  onOpen: (citation: Citation, from: HTMLElement) => void;
}
