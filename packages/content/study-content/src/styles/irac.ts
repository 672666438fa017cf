import type { GuideStyle } from './GuideStyle.ts';

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
