import type { GuideStyle } from './GuideStyle.ts';

/** Clinical progress notes. */
export const soap: GuideStyle = {
  name: 'SOAP',
  parts: ['Subjective', 'Objective', 'Assessment', 'Plan'],
  layout: 'parts',
  tasks: {
    Subjective: 'What would the patient report and feel?',
    Objective: 'What would you measure, examine and test?',
    Assessment: 'Which diagnosis explains the findings?',
    Plan: 'Which treatment, teaching and follow-up would you choose?',
  },
  prompt:
    'Subjective holds what patients report and feel. Objective holds what is measured, examined and tested. Assessment holds diagnoses, causes and what findings mean. Plan holds treatment, teaching and follow-up.',
  cues: [
    {
      part: 'Plan',
      title: /\b(plan|interventions?|treatment|medicines?|medications?|therap|teaching|going home|discharge|management)/i,
      text: /^(give|administer|start|stop|continue|discontinue|order|repeat|schedule|admit|raise|elevate|provide|record|teach|withhold|encourage|prescribe|refer|arrange|set)\b|\b(follow[- ]?up|prescrib\w+|is given|are given)\b/i,
    },
    {
      part: 'Objective',
      title: /\b(assessment at|examination|vital signs|laborator|tests?|measure)/i,
      text: /\b(vital signs|on (physical )?examination|blood pressure|heart rate|respiratory rate|pulse|temperature|saturation|breath sounds|edema|crackles|echocardiogram|x-?rays?|radiographs?|ultrasound|ECG|MRI|weigh(t|s|ed)?|laborator(y|ies) (results?|values?|findings?|tests?|data)|auscultat\w+)\b/i,
    },
    {
      part: 'Subjective',
      title: /\b(complaint|history|symptoms|words for)/i,
      text: /\b(reports?|complain\w*|denies|feels?|describes?|states that|(medical|family|social) history|shortness of breath|breathless\w*|fatigue|pain|dizziness|awareness of)\b/i,
    },
    {
      part: 'Assessment',
      title: /\bdiagnos[ie]s|what .{1,80} is\b|types/i,
      text: /\b(diagnos\w+|syndrome|caused by|suggests|dysfunction|consistent with|most likely)\b/i,
    },
  ],
};
