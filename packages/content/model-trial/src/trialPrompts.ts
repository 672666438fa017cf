/** The material of a trial. */
export const trialText = `Photosynthesis takes place in the chloroplasts of plant cells and has two stages. In the light reactions, which happen in the
thylakoid membranes, chlorophyll absorbs light, water is split, and oxygen is released. The energy is stored in ATP and NADPH. In the Calvin cycle, which
happens in the stroma, the enzyme RuBisCO fixes carbon dioxide, and the stored energy turns it into sugar. The cycle needs no light itself, but it stops
soon after dark because ATP and NADPH run out.

RuBisCO also binds oxygen. This waste is called photorespiration, and it grows with temperature, because oxygen then stays dissolved better than carbon
dioxide. C4 plants such as maize collect carbon dioxide in one kind of cell and run the cycle in another, so that RuBisCO meets little oxygen. CAM
plants such as cacti open their stomata at night, store the carbon dioxide as malic acid, and use it by day with closed stomata. They lose less water, but
they grow slowly.

The rate of photosynthesis is limited by the factor that is scarcest: light, carbon dioxide or temperature. Raising one of the others changes nothing
until the scarcest one is raised. In a greenhouse, growers therefore add carbon dioxide only when there is enough light to use it.`;

const task = 'Write ten exam questions about the text of the user. Give each an answer and an explanation of two sentences.';
const shape = 'Answer with one JSON object and nothing around it: {"questions":[{"question":"…","answer":"…","explanation":"…"}]}.';

/** The prompts for each form of answer. That for a schema does not mention JSON, so only a server that keeps to the schema passes. */
export const trialPrompts = { json_schema: task, json_object: `${task} ${shape}`, text: `${task} ${shape}` } as const;

const textFields = ['question', 'answer', 'explanation'] as const;

export const trialSchema = {
  type: 'object',
  properties: {
    questions: {
      type: 'array',
      items: {
        type: 'object',
        properties: Object.fromEntries(textFields.map((name) => [name, { type: 'string' }])),
        required: textFields,
        additionalProperties: false,
      },
    },
  },
  required: ['questions'],
  additionalProperties: false,
} as const;
