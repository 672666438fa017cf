import { calls } from '@lectern/contracts';
import { answer, freeLimits, learner, never, onPlatform, premiumLimits, type PlatformParameters } from '@lectern/platform/testing';
import type { Meta, StoryObj } from '@storybook/react-webpack5';
import { expect, waitFor, within } from 'storybook/test';
import { aMastery, folder, folderOf, guide, longGuide, mark, unbroken } from '../shared/testing';
import { GuideScreen } from './guide.screen';

const meta = {
  title: 'Library/Study guide detail',
  component: GuideScreen,
  decorators: [onPlatform],
  tags: ['screen'],
} satisfies Meta<typeof GuideScreen>;
export default meta;
type Story = StoryObj<typeof meta>;
const on = ({ api, ...platform }: PlatformParameters): Pick<Story, 'parameters'> => ({
  parameters: {
    platform: {
      at: '/study-materials/g1',
      path: '/study-materials/:id',
      user: learner,
      limits: freeLimits(),
      ...platform,
      api: (fake) => {
        fake.on(calls.listFolders, [folder(), folder({ _id: 'f2', name: 'Physics' })]);
        fake.on(calls.listMarks, []);
        fake.on(calls.listMastery, [aMastery('g1', 0.81)]);
        api?.(fake);
      },
    } satisfies PlatformParameters,
  },
});
const body = () => within(document.body);

export const Full: Story = on({
  api: (api) => {
    api.on(calls.getStudyMaterial, longGuide());
  },
});
export const Premium: Story = on({
  limits: premiumLimits(),
  api: (api) => {
    api.on(calls.getStudyMaterial, longGuide());
  },
});
export const AtTheLimit: Story = {
  ...on({
    limits: freeLimits({ quizzes: { ...freeLimits().quizzes, current: 5, canCreate: false } }),
    api: (api) => {
      api.on(calls.getStudyMaterial, longGuide());
    },
  }),
  play: async ({ canvas, userEvent }) => {
    await userEvent.click(await canvas.findByRole('button', { name: 'Quiz me' }));
    await expect(await body().findByRole('dialog', { name: 'Upgrade to Premium' })).toBeInTheDocument();
  },
};
export const FromAFolder: Story = on({
  at: '/study-materials/g1?folder=f1',
  api: (api) => {
    api.on(calls.getStudyMaterial, longGuide({ folderId: 'f1' }));
    api.on(calls.getFolder, folderOf([]));
  },
});
export const SourceOpen: Story = {
  ...on({
    api: (api) => {
      api.on(calls.getStudyMaterial, longGuide());
    },
  }),
  play: async ({ canvas, userEvent }) => {
    await userEvent.click((await canvas.findAllByRole('button', { name: 'Source: slide 2' }))[0] as HTMLElement);
    await waitFor(() => expect(body().getByRole('dialog', { name: 'Source: slide 2' })).toBeVisible());
  },
};
export const SourceClosedAgain: Story = {
  ...on({
    api: (api) => {
      api.on(calls.getStudyMaterial, longGuide());
    },
  }),
  play: async ({ canvas, userEvent }) => {
    const reference = (await canvas.findAllByRole('button', { name: 'Source: slide 4' }))[0] as HTMLElement;
    await userEvent.click(reference);
    await body().findByRole('dialog', { name: 'Source: slide 4' });
    await userEvent.keyboard('{Escape}');
    await waitFor(() => expect(reference).toHaveFocus());
  },
};
export const FolderMenuOpen: Story = {
  ...on({
    api: (api) => {
      api.on(calls.getStudyMaterial, longGuide());
    },
  }),
  play: async ({ canvas, userEvent }) => {
    await userEvent.click(await canvas.findByRole('button', { name: 'Options for Cell respiration' }));
    await userEvent.click(await body().findByRole('menuitem', { name: 'Add to Folder' }));
    await waitFor(() => expect(body().getByRole('menuitem', { name: 'Biology' })).toBeVisible());
  },
};
export const WithALimitation: Story = on({
  api: (api) => {
    api.on(
      calls.getStudyMaterial,
      longGuide({
        limitation:
          'Too little of this material belongs to the parts of IRAC. Your guide has its usual form, and ends with an IRAC worksheet.',
      }),
    );
  },
});
const sectionsBy = (...names: string[]) => names.map((generatedBy) => ({ heading: 'Glycolysis', generatedBy }));
const model = 'openai:gpt-5-mini';
export const BeingWritten: Story = on({
  api: (api) => {
    api.on(calls.getGuideEngine, { generatedBy: model });
    api.on(
      calls.getStudyMaterial,
      longGuide({
        generatedBy: model,
        generation: { state: 'running', asked: 3, made: 1 },
        sections: sectionsBy(model, 'offline', 'offline'),
      }),
    );
  },
});
const notice = 'The language model did not answer. Lectern made this without it. Try again later for a fuller version.';
const withoutTheModel = on({
  api: (api) => {
    api.on(calls.getGuideEngine, { generatedBy: model });
    api.on(calls.listVersions, [{ version: 0, savedAt: '2025-03-05T12:00:00.000Z', edited: false, isCurrent: true, preview: '' }]);
    api.on(calls.getStudyMaterial, longGuide({ notice, generation: { state: 'complete', asked: 3, made: 3 } }));
    api.on(
      calls.rewriteStudyMaterial,
      guide({ generatedBy: model, generation: { state: 'complete', asked: 3, made: 3 }, sections: sectionsBy(model, model, 'offline') }),
    );
  },
});
export const WithoutTheModel: Story = withoutTheModel;
export const Rewritten: Story = {
  ...withoutTheModel,
  play: async ({ canvas, userEvent }) => {
    await userEvent.click(await canvas.findByRole('button', { name: 'Rewrite with the model' }));
    await waitFor(() => expect(canvas.getByText('The language model has rewritten this guide.')).toBeVisible(), { timeout: 5_000 });
    await expect(canvas.getByRole('button', { name: 'Undo' })).toBeVisible();
  },
};
export const Loading: Story = on({
  api: (api) => {
    api.on(calls.getStudyMaterial, never);
  },
});
export const Empty: Story = on({
  api: (api) => {
    api.on(calls.getStudyMaterial, guide({ processedContent: { overview: '', markdownContent: '' } }));
  },
});
export const NotFound: Story = {
  ...on({
    api: (api) => {
      api.on(calls.getStudyMaterial, answer(404, { msg: 'Not found.', code: 'not_found', requestId: 'r1' }));
    },
  }),
  play: async ({ canvas }) => {
    await expect(await canvas.findByText('Study guide not found.')).toBeVisible();
  },
};
export const Failed: Story = {
  ...on({
    api: (api) => {
      api.on(calls.getStudyMaterial, answer(429, { msg: 'Too many requests.', code: 'rate_limited', requestId: 'r1' }));
    },
  }),
  play: async ({ canvas }) => {
    await expect(await canvas.findByRole('alert')).toHaveTextContent('Error loading study guide. Please try again.');
  },
};
export const LongWords: Story = on({
  api: (api) => {
    api.on(
      calls.getStudyMaterial,
      guide({
        title: unbroken,
        processedContent: { overview: '', markdownContent: `## ${unbroken}\n\n${unbroken}\n\n## Next\n\n- **${unbroken}**: ${unbroken}\n` },
      }),
    );
  },
});

export const WithPictureSlides: Story = on({
  api: (api) => {
    api.on(
      calls.getStudyMaterial,
      guide({
        pictureSlides: [
          { slide: 4, title: 'The mitochondrion', description: 'A mitochondrion cut open, with its two membranes' },
          { slide: 9, title: 'Summary' },
        ],
      }),
    );
  },
});

const versions = [
  { version: 2, savedAt: '2025-03-07T16:20:00.000Z', edited: true, isCurrent: true, preview: 'Cell respiration in my own words.' },
  { version: 1, savedAt: '2025-03-06T09:05:00.000Z', edited: true, isCurrent: false, preview: 'Glycolysis takes place in the cytosol.' },
  { version: 0, savedAt: '2025-03-05T12:00:00.000Z', edited: false, isCurrent: false, preview: 'Cell respiration covers glycolysis...' },
];
const openVersions: NonNullable<Story['play']> = async ({ canvas, userEvent }) => {
  await userEvent.click(await canvas.findByRole('button', { name: 'Earlier versions' }));
  await waitFor(() => expect(body().getByRole('dialog', { name: 'Earlier versions' })).toBeVisible());
};
export const FormerVersions: Story = {
  ...on({
    at: '/study-materials/g1?edit=true',
    api: (api) => {
      api.on(calls.getStudyMaterial, longGuide({ edited: true }));
      api.on(calls.listVersions, versions);
    },
  }),
  play: openVersions,
};
export const FormerVersionsEmpty: Story = {
  ...on({
    at: '/study-materials/g1?edit=true',
    api: (api) => {
      api.on(calls.getStudyMaterial, longGuide());
      api.on(
        calls.listVersions,
        versions.slice(2).map((version) => ({ ...version, isCurrent: true })),
      );
    },
  }),
  play: openVersions,
};
export const FormerVersionsFailed: Story = {
  ...on({
    at: '/study-materials/g1?edit=true',
    api: (api) => {
      api.on(calls.getStudyMaterial, longGuide());
      api.on(calls.listVersions, answer(429, { msg: 'Too many requests.', code: 'rate_limited', requestId: 'r1' }));
    },
  }),
  play: openVersions,
};

const marks = [
  mark({ note: 'That is why muscles go on without breath.\nAsked in the last exam.' }),
  mark({ _id: 'm2', quote: 'Most ATP is made here.', before: 'The electron transport chain', after: 'Stage Place ATP', colour: 'yellow' }),
  mark({ _id: 'm3', quote: 'The Krebs cycle turns twice.', before: '', after: '', colour: 'blue', isLost: true }),
];
const withMarks = on({
  api: (api) => {
    api.on(calls.getStudyMaterial, longGuide());
    api.on(calls.listMarks, marks);
  },
});
const openHighlights: NonNullable<Story['play']> = async ({ canvas, userEvent }) => {
  await userEvent.click(await canvas.findByRole('button', { name: /^Options for/ }));
  await userEvent.click(await body().findByRole('menuitem', { name: 'Highlights' }));
  await waitFor(() => expect(body().getByRole('dialog', { name: 'Highlights and notes' })).toBeVisible());
};
export const Highlighted: Story = {
  ...withMarks,
  play: async ({ canvas }) => {
    await expect(await canvas.findByRole('button', { name: 'needs no' })).toBeVisible();
  },
};
export const HighlightOpen: Story = {
  ...withMarks,
  play: async ({ canvas, userEvent }) => {
    await userEvent.click(await canvas.findByRole('button', { name: 'needs no' }));
    await waitFor(() => expect(body().getByRole('dialog', { name: 'Highlight' })).toBeVisible());
  },
};
export const Highlights: Story = { ...withMarks, play: openHighlights };
export const HighlightsEmpty: Story = {
  ...on({
    api: (api) => {
      api.on(calls.getStudyMaterial, longGuide());
    },
  }),
  play: openHighlights,
};
export const HighlightsFailed: Story = {
  ...on({
    api: (api) => {
      api.on(calls.getStudyMaterial, longGuide());
      api.on(calls.listMarks, answer(400, { msg: 'Not valid.', code: 'invalid', requestId: 'r1' }));
    },
  }),
  play: openHighlights,
};
