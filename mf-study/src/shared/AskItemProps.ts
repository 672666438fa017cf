export interface AskItemProps {
  /** The guide that is asked. */
  studyMaterialId: string;
  /** The question or card. */
  itemId: string;
}
