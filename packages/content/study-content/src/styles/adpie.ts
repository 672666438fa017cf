import type { GuideStyle } from './GuideStyle.ts';

/** The nursing process, as used for care plans. */
export const adpie: GuideStyle = {
  name: 'ADPIE',
  parts: ['Assessment', 'Diagnosis', 'Planning', 'Implementation', 'Evaluation'],
  layout: 'parts',
  tasks: {
    Assessment: 'What would you ask, observe and measure?',
    Diagnosis: 'Which nursing diagnoses follow, and what are they related to?',
    Planning: 'Which goals would you set, and until when?',
    Implementation: 'What would you do, give and teach?',
    Evaluation: 'How would you see whether the goals were met?',
  },
  prompt:
    'Assessment holds what is asked, observed and measured of a patient. Diagnosis holds nursing diagnoses and what they are related to. Planning holds goals, priorities and expected outcomes. Implementation holds what nurses do, give and teach. Evaluation holds how one sees whether the goals were met.',
  cues: [
    {
      part: 'Evaluation',
      title: /\b(evaluat|reassess)/i,
      text: /\b(evaluat\w+|reassess\w*|(goals?|outcomes?) (is |are |was |were )?(partly |partially )?(not )?(met|achieved|reached))\b/i,
    },
    {
      part: 'Diagnosis',
      title: /\bdiagnos[ie]s\b/i,
      text: /\b(nursing diagnos[ie]s|diagnosis is|as evidenced by)\b|^(risk|readiness) for\b|^(impaired|ineffective|deficient|imbalanced|excess|acute|chronic|decreased|disturbed|activity|self-care)\b.*\brelated to\b/i,
    },
    {
      part: 'Planning',
      title: /\b(planning|care plan|goals?|priorit)/i,
      text: /\b(goals? (is|are|include)|(short|long)-term goals?|expected outcomes?|planning|target weight)\b|^(the )?(patient|client|resident|family) will\b|^set (\w+ )?goals?\b/i,
    },
    {
      part: 'Implementation',
      title:
        /\b(interventions?|implement|treatment|medicines?|medications?|drugs?|therap|teaching|education|going home|discharge|management|nursing care$)/i,
      text: /^(give|administer|raise|elevate|provide|record|teach|instruct|educate|withhold|encourage|assist|help|position|reposition|turn|apply|set|arrange|offer|keep|maintain|limit|restrict|notify|call|prepare|insert|remove|change|promote|consult)\b|\b(administer|is given|are given)\b/i,
    },
    {
      part: 'Assessment',
      title: /\b(assess|signs?|symptoms?|manifestation|examination|history|findings|words for)/i,
      text: /^(assess|ask|weigh|check|monitor|measure|observe|inspect|auscultate|palpate|percuss|obtain|note)\b|\b(signs? of|symptoms?|assessment|shortness of breath|breathless\w*|presents? with|suggests|capillary refill|crackles|edema|is a sign)\b/i,
    },
  ],
};
