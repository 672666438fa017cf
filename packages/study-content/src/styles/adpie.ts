import { hasName, type GuideStyle } from './GuideStyle.ts';

/** The nursing process, as nurses write care plans. */
export const adpie: GuideStyle = {
  name: 'ADPIE',
  parts: ['Assessment', 'Diagnosis', 'Planning', 'Implementation', 'Evaluation'],
  layout: 'parts',
  isAskedFor: (preference) => hasName(preference, 'ADPIE'),
  cues: [
    { part: 'Evaluation', title: /\b(evaluat|reassess)/i, text: /\b(evaluat\w+|reassess\w*|goals? (is|are|was|were) (not )?met)\b/i },
    { part: 'Diagnosis', title: /\bdiagnos[ie]s\b/i, text: /\b(nursing diagnos[ie]s|diagnosis is)\b/i },
    {
      part: 'Planning',
      title: /\b(planning|care plan|goals?|priorit)/i,
      text: /\b(goals? (is|are|include)|expected outcomes?|planning|target weight)\b/i,
    },
    {
      part: 'Implementation',
      title:
        /\b(interventions?|implement|treatment|medicines?|medications?|drugs?|therap|teaching|education|going home|discharge|management|nursing care$)/i,
      text: /^(give|administer|raise|elevate|provide|record|teach|withhold|encourage|position|apply|set|arrange)\b|\b(administer|is given|are given)\b/i,
    },
    {
      part: 'Assessment',
      title: /\b(assess|signs?|symptoms?|manifestation|examination|history|findings|words for)/i,
      text: /^(assess|weigh|check|monitor|measure|observe|inspect|auscultate|palpate)\b|\b(signs? of|symptoms? of|assessment)\b/i,
    },
  ],
};
