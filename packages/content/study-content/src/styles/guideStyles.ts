import { type GuideStyleName, namedGuideStyle } from '@lectern/contracts/plain';

/** A pattern that assigns sentences to a part of a style. A title that names a part takes precedence, see `partOf`. */
interface PartCue {
  /** One of the style's `parts`. */
  part: string;
  /** Matches the title of the sentence's slide. Any `text` match takes precedence. */
  title?: RegExp;
  /** Matches the sentence. */
  text?: RegExp;
}

/** How the parts of a style are filled: with sorted statements, or as Cornell notes. See `sortsStatements` and `renderGuide.ts`. */
export type GuideLayout = 'parts' | 'cornell';

/** A named form of study guide. */
export interface GuideStyle {
  /** As learners write it, such as `ADPIE`. */
  name: GuideStyleName;
  /** The headings of a guide in this style, in order. */
  parts: readonly string[];
  layout: GuideLayout;
  /** A question for each part that tells the learner what to look for. */
  tasks: Readonly<Record<string, string>>;
  /** Parts that repeat others, such as a summary. They get no pictures. */
  gatheredParts?: readonly string[];
  /** For the offline engine. The first match wins; unmatched sentences go under "Further points". */
  cues: readonly PartCue[];
  /** For the model engine: describes the parts in full sentences. */
  prompt: string;
}

const sortsStatements: Readonly<Record<GuideLayout, boolean>> = { parts: true, cornell: false };

/** Whether this style sorts statements into its parts. */
export const sortsIntoParts = (style: GuideStyle | undefined): style is GuideStyle => style !== undefined && sortsStatements[style.layout];

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

/** Legal case analysis. */
export const irac: GuideStyle = {
  name: 'IRAC',
  parts: ['Issue', 'Rule', 'Application', 'Conclusion'],
  layout: 'parts',
  tasks: {
    Issue: 'Which question of law do the facts raise?',
    Rule: 'Which statute, test or holding answers it?',
    Application: 'How does the rule apply to the facts?',
    Conclusion: 'What follows, and how sure is it?',
  },
  prompt:
    'Issue holds the questions of law that are raised. Rule holds statutes, tests, principles and holdings in general terms. Application holds how a rule was or is applied to the facts of a case. Conclusion holds what follows or was decided.',
  cues: [
    {
      part: 'Conclusion',
      text: /^(therefore|thus|in conclusion|in sum|it follows)\b|\b(conclusion is|the court concluded|has no claim|is liable|is not liable|likely to (succeed|fail)|(claim|appeal|action|defen[cs]e) (succeeds|fails|will succeed|will fail))\b/i,
    },
    { part: 'Issue', text: /\b(the|an|this) (issue|question) (is|was|in|that|for)\b|^whether\b|\bthe issue\b|^at issue\b|\?$/i },
    {
      part: 'Application',
      title: /\b(worked problem|application|applying|scenario|hypothetical)\b/i,
      text: /^(applying|applied to|on (the|these) facts|here,|in (this|the present) case,)|\bapply the rule\b/i,
    },
    {
      part: 'Rule',
      text: /\b(court held|held that|ruled that|under the (act|statute|rule|law)|\bact\b of|statute|(section|article) \d|the law (presumes|requires|protects)|rule that|must (be|have|not)|may not|cannot amount|is (void|voidable|valid|binding|enforceable|unlawful|illegal) (if|when|unless|only)|means|presum\w+|doctrine|guarantees? the right)\b|\bv\.? \p{Lu}/iu,
    },
  ],
};

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

/** Cornell notes: cue questions, notes, and a summary. */
const cornell: GuideStyle = {
  name: 'Cornell',
  parts: ['Cues', 'Notes', 'Summary'],
  layout: 'cornell',
  tasks: {},
  gatheredParts: ['Cues', 'Summary'],
  prompt: 'The review questions are the cues beside the notes: ask about each main section, in the order of the sections.',
  cues: [],
};

/**
 * Every named style. To add one, define it above, list it here, and add its name to `packages/contracts/src/guideStyle.ts`. The create form
 * offers it once `mf-library/src/guides/StyleField.tsx` names it.
 */
export const guideStyles: readonly GuideStyle[] = [adpie, irac, soap, cornell];

/** Heading for statements that belong to no part of the style. */
export const furtherPoints = 'Further points';

/** The style that a preference names. */
export const namedStyle = (preference: string | undefined): GuideStyle | undefined =>
  preference === undefined ? undefined : guideStyles.find(({ name }) => name === namedGuideStyle(preference));

/** Number of initial letters by which a title matches a part, so that "Care plan" matches "Planning". */
const stemLength = 6;

/** Whether a slide title names a part: "Assessment at the bedside". */
const namesPart = (title: string, part: string): boolean => new RegExp(`\\b${part.slice(0, stemLength)}`, 'i').test(title);

/** The part that a sentence belongs to: the part named by its slide title, else by the cues in its text, else by the cues in the title. */
export const partOf = ({ cues, parts }: GuideStyle, text: string, topic: string): string | undefined =>
  parts.find((part) => namesPart(topic, part)) ??
  (cues.find((cue) => cue.text?.test(text)) ?? cues.find((cue) => cue.title?.test(topic)))?.part;
