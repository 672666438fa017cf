import type { NamedStyle } from '../gate/checks.ts';

interface Cue {
  part: string;
  /** A slide's title that puts all of it into the part. */
  title?: RegExp;
  /** A sentence's own words. */
  text?: RegExp;
}

// Strong cues only: what has none stands under "Further points" and is never forced into a part.
const cues: Partial<Record<NamedStyle, readonly Cue[]>> = {
  ADPIE: [
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
  SOAP: [
    {
      part: 'Plan',
      title: /\b(plan|interventions?|treatment|medicines?|medications?|therap|teaching|going home|discharge|management)/i,
      text: /^(give|administer|raise|elevate|provide|record|teach|withhold|encourage|prescribe|refer|arrange|set)\b|\b(follow-?up|prescrib\w+|is given|are given)\b/i,
    },
    {
      part: 'Objective',
      title: /\b(assessment at|examination|vital signs|laborator|tests?|measure)/i,
      text: /\b(vital signs|blood pressure|heart rate|pulse|temperature|saturation|breath sounds|edema|crackles|echocardiogram|x-?ray|ECG|weigh(t|s|ed)?|laborator\w+|auscultat\w+)\b/i,
    },
    {
      part: 'Subjective',
      title: /\b(complaint|history|symptoms|words for)/i,
      text: /\b(reports?|complain\w*|feels?|describes?|states that|shortness of breath|breathless\w*|fatigue|pain|dizziness|awareness of)\b/i,
    },
    {
      part: 'Assessment',
      title: /\bdiagnos[ie]s|what .{1,80} is\b|types/i,
      text: /\b(diagnos\w+|syndrome|caused by|suggests|dysfunction)\b/i,
    },
  ],
  IRAC: [
    {
      part: 'Conclusion',
      text: /^(therefore|thus|in conclusion|in sum)\b|\b(conclusion is|the court concluded|has no claim|is liable|is not liable)\b/i,
    },
    { part: 'Issue', text: /\b(the|an|this) (issue|question) (is|was|in|that|for)\b|^whether\b|\bthe issue\b/i },
    {
      part: 'Application',
      title: /\b(worked problem|application|applying|scenario|hypothetical)\b/i,
      text: /^(applying|applied to|on (the|these) facts|here,)|\bapply the rule\b/i,
    },
    {
      part: 'Rule',
      text: /\b(court held|held that|ruled that|under the (act|statute|rule|law)|\bact\b of|statute|section \d|the law (presumes|requires|protects)|rule that|must not|may not|cannot amount|means|presum\w+|doctrine)\b|\bv\.? \p{Lu}/iu,
    },
  ],
};

/** The part of a style that a sentence belongs to, by its own words first and by its slide's title then. */
export function partOf(style: NamedStyle, text: string, topic: string): string | undefined {
  const list = cues[style] ?? [];
  return (list.find((cue) => cue.text?.test(text)) ?? list.find((cue) => cue.title?.test(topic)))?.part;
}
