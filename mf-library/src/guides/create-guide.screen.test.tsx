import { calls } from '@lectern/contracts';
import { answer, freeLimits, installFakeApi, learner, renderWithPlatform } from '@lectern/platform/testing';
import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { guide } from '../shared/testing';
import { CreateGuideScreen } from './create-guide.screen';
import { pptxType } from './pptxFile';

jest.mock('./samples', () => ({ samples: [{ title: 'Sample', fileName: 'sample.pptx', url: new URL('http://remote.test/sample.pptx') }] }));

let api: ReturnType<typeof installFakeApi>;
beforeEach(() => {
  api = installFakeApi();
  api.on(calls.getLimits, freeLimits());
});
afterEach(() => {
  api.restore();
});
const show = () =>
  renderWithPlatform(<CreateGuideScreen />, {
    at: '/study-materials/create',
    path: '/study-materials/create',
    user: learner,
    limits: freeLimits(),
  });
const submit = () => userEvent.click(screen.getByRole('button', { name: 'Generate Guide' }));

describe('creating a study guide', () => {
  it('needs a file or some text', async () => {
    show();
    await submit();
    expect(await screen.findByText('Please enter some content or upload a PowerPoint file')).toBeInTheDocument();
    expect(api.received).toHaveLength(0);
  });

  it('takes .pptx only', async () => {
    show();
    await userEvent.upload(screen.getByLabelText('Upload a PowerPoint file'), new File(['x'], 'notes.pdf', { type: 'application/pdf' }), {
      applyAccept: false,
    });
    expect(await screen.findByText('Please upload a PPTX file')).toBeInTheDocument();
  });

  it('sends file, text and style under one key, shows the overlay, and goes to the list', async () => {
    api.on(calls.createStudyMaterial, () => answer(201, guide()));
    show();
    await userEvent.upload(screen.getByLabelText('Upload a PowerPoint file'), new File(['x'], 'lecture.pptx', { type: pptxType }));
    expect(screen.getByText('lecture.pptx')).toBeVisible();
    await userEvent.type(screen.getByLabelText('Content'), 'Some notes');
    await userEvent.click(screen.getByRole('button', { name: 'ADPIE' }));
    expect(screen.getByLabelText('Style Preference')).toHaveValue('ADPIE');
    await submit();
    expect(await screen.findByText('Study guide created successfully!')).toBeInTheDocument();
    expect(screen.getByTestId('location')).toHaveTextContent('/study-materials');
  });

  it('keeps what was typed when it fails', async () => {
    api.on(calls.createStudyMaterial, answer(503, { msg: 'Please try again in a moment.', code: 'unavailable', requestId: 'r1' }));
    show();
    await userEvent.type(screen.getByLabelText('Content'), 'Some notes');
    await submit();
    expect(await screen.findByText('Please try again in a moment.')).toBeInTheDocument();
    expect(screen.getByLabelText('Content')).toHaveValue('Some notes');
  });
});
