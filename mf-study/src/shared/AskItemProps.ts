export interface AskItemProps {
  /** Id of the guide that answers. */
  studyMaterialId: string;
  /** Id of the question or card. */
  itemId: string;
}
