import { hasName, type GuideStyle } from './GuideStyle.ts';

/** How lawyers reason about a case. */
export const irac: GuideStyle = {
  name: 'IRAC',
  parts: ['Issue', 'Rule', 'Application', 'Conclusion'],
  layout: 'parts',
  isAskedFor: (preference) => hasName(preference, 'IRAC'),
  cues: [
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
