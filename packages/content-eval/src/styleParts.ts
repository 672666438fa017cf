/** The parts of each named style. The evaluation has a list of its own, so that an error in the product's list does not hide itself. */
export const styleParts: Readonly<Record<string, readonly string[]>> = {
  ADPIE: ['Assessment', 'Diagnosis', 'Planning', 'Implementation', 'Evaluation'],
  IRAC: ['Issue', 'Rule', 'Application', 'Conclusion'],
  SOAP: ['Subjective', 'Objective', 'Assessment', 'Plan'],
  Cornell: ['Cues', 'Notes', 'Summary'],
};
