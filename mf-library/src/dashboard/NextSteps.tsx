import type { GuideMastery, StudyMaterialListItem } from '@lectern/contracts';
import { formatDate, readPlaces, studyPath, useMastery, useNavigationCount, type Place } from '@lectern/platform';
import { Link } from '@lectern/platform/router';
import { Button, Card, CardMeta, CardTitle, color, MasteryFigure, media, size, SkeletonBlock, space, VisuallyHidden } from '@lectern/ui';
import { useState, type ReactNode } from 'react';
import { styled } from 'styled-components';
import { useNewestDecks, useNewestGuides, useNewestQuizzes } from './dashboardQueries';
import { useExperience } from './useExperience';
import { weakestGuide, type WeakGuide } from './weakestGuide';

const Row = styled.div`
  display: grid;
  grid-template-columns: minmax(0, 1fr);
  gap: ${space[16]};
  @media ${media.medium} {
    grid-template-columns: repeat(2, minmax(0, 1fr));
  }
`;
const Kicker = styled.p`
  font-size: ${size[14]};
  font-weight: 600;
  color: ${color.accent};
`;
const Foot = styled.div`
  display: flex;
  flex-wrap: wrap;
  align-items: center;
  justify-content: space-between;
  gap: ${space[8]} ${space[16]};
  margin-top: auto;
`;

const Actions = styled.div`
  display: flex;
  flex-wrap: wrap;
  gap: ${space[8]};
`;

/** A suggested next action. */
interface Step {
  /** The guide that the step is about, if known. */
  guideId: string | undefined;
  kicker: string;
  title: string;
  detail: string | GuideMastery;
  action: string;
  to: string;
}

const Detail = ({ step: { detail } }: { step: Step }): ReactNode =>
  typeof detail === 'string' ? <span>{detail}</span> : <MasteryFigure {...detail} isCompact />;

/** The button of `main` is the page's main action. */
const StepCard = ({ step, also, main }: { step: Step; also?: Step; main: Step | undefined }): ReactNode => (
  <Card aria-label={`${step.kicker}: ${step.title}`}>
    <Kicker>{step.kicker}</Kicker>
    <CardTitle as="h2">{step.title}</CardTitle>
    <Foot>
      <CardMeta>
        <Detail step={step} />
        {/* Text would not say what it belongs to. */}
        {also && typeof also.detail !== 'string' && <Detail step={also} />}
      </CardMeta>
      <Actions>
        <Button as={Link} to={step.to} variant={step === main ? 'primary' : 'secondary'}>
          {step.action}
        </Button>
        {also && also.to !== step.to && (
          <Button as={Link} to={also.to} variant={also === main ? 'primary' : 'secondary'}>
            {also.action}
          </Button>
        )}
      </Actions>
    </Foot>
  </Card>
);

const paths: Record<Place['kind'], string> = { guide: '/study-materials', quiz: '/quizzes', deck: '/flashcards' };
const addressOf = ({ kind, id, anchor }: Place): string =>
  `${paths[kind]}/${encodeURIComponent(id)}${anchor === undefined ? '' : `#${encodeURIComponent(anchor)}`}`;

const verbs: Record<Place['kind'], string> = { guide: 'Keep reading', quiz: 'Continue', deck: 'Continue' };

const continueStep = (place: Place, guideId: string | undefined): Step => ({
  guideId,
  kicker: 'Continue',
  title: place.title,
  detail: place.position,
  action: verbs[place.kind],
  to: addressOf(place),
});

const readStep = ({ _id, title, createdAt }: StudyMaterialListItem): Step => ({
  guideId: _id,
  kicker: 'Your newest guide',
  title,
  // Not "Not read yet": it may have been opened on another device.
  detail: `Created ${formatDate(createdAt)}`,
  action: 'Read',
  to: `/study-materials/${_id}`,
});

const practiceStep = (guide: WeakGuide): Step => ({
  guideId: guide.studyMaterialId,
  kicker: 'Needs practice most',
  title: guide.title,
  detail: guide,
  action: 'Study',
  to: studyPath(guide.studyMaterialId),
});

const quizStep = ({ _id, title }: StudyMaterialListItem): Step => ({
  guideId: _id,
  kicker: 'Test yourself',
  title,
  detail: 'Questions with explanations',
  action: 'Quiz me',
  to: `/quizzes/new?material=${_id}`,
});

/** Next steps for the first guide, shown in place of the drop area. */
const FirstGuide = ({ guide: { _id, title } }: { guide: StudyMaterialListItem }): ReactNode => (
  <Card aria-label={`Your first guide: ${title}`}>
    <Kicker>Your first guide</Kicker>
    <CardTitle as="h2">{title}</CardTitle>
    <Foot>
      <CardMeta>Read it, then find out what you know.</CardMeta>
      <Actions>
        <Button as={Link} to={`/quizzes/new?material=${_id}`}>
          Quiz me
        </Button>
        <Button as={Link} to={`/quizzes/new?kind=deck&material=${_id}`} variant="secondary">
          Make cards
        </Button>
        <Button as={Link} to={`/study-materials/${_id}`} variant="quiet">
          Read
        </Button>
      </Actions>
    </Foot>
  </Card>
);

const Shape = (): ReactNode => (
  <div role="status">
    <VisuallyHidden>Loading your next steps</VisuallyHidden>
    <Row aria-hidden>
      {[0, 1].map((index) => (
        <Card key={index}>
          <SkeletonBlock $height="22px" $width="30%" />
          <SkeletonBlock $height="24px" $width="70%" />
          <Foot>
            <SkeletonBlock $height="22px" $width="60%" />
            <SkeletonBlock $height="40px" $width="120px" />
          </Foot>
        </Card>
      ))}
    </Row>
  </div>
);

/** The guide of a place, if the cached lists contain it. */
const useGuideOf = (place: Place | undefined): string | undefined => {
  const quizzes = useNewestQuizzes();
  const decks = useNewestDecks();
  if (place?.kind === 'guide') return place.id;
  const lists = { quiz: quizzes.data, deck: decks.data };
  return (place && lists[place.kind]?.find(({ _id }) => _id === place.id)?.studyMaterialId) ?? undefined;
};

/** The titles of the guides among which the weakest one is looked for, by id: those of the newest guides, quizzes and decks. */
const useGuideTitles = (): ReadonlyMap<string, string> => {
  const guides = useNewestGuides();
  const made = [...(useNewestQuizzes().data ?? []), ...(useNewestDecks().data ?? [])];
  return new Map([
    ...made.flatMap(({ studyMaterialId, studyMaterialTitle }) =>
      studyMaterialId === null ? [] : [[studyMaterialId, studyMaterialTitle] as const],
    ),
    ...(guides.data ?? []).map(({ _id, title }) => [_id, title] as const),
  ]);
};

/**
 * Next steps: continue where the learner stopped, and practice the weakest guide. Both share one card if they are about the same guide.
 * Renders nothing without guides or if the lists cannot be read.
 */
export const NextSteps = (): ReactNode => {
  const guides = useNewestGuides();
  const quizzes = useNewestQuizzes();
  const experience = useExperience();
  const isAnyDue = useNavigationCount('/review') !== undefined;
  const [place] = useState(() => readPlaces()[0]);
  const guideId = useGuideOf(place);
  const titles = useGuideTitles();
  const mastery = useMastery([...titles.keys()]);
  if (guides.isPending || quizzes.isPending || (titles.size > 0 && mastery.isPending)) return <Shape />;
  const [newest] = guides.data ?? [];
  if (!newest) return null;
  if (experience === 'firstGuide') return <FirstGuide guide={newest} />;
  const weakest = mastery.data && weakestGuide(titles, mastery.data);
  const first = place ? continueStep(place, guideId) : readStep(newest);
  const second = weakest ? practiceStep(weakest) : quizStep(newest);
  const main = isAnyDue ? undefined : second;
  if (first.guideId === second.guideId) return <StepCard step={first} also={second} main={main} />;
  return (
    <Row>
      <StepCard step={first} main={main} />
      <StepCard step={second} main={main} />
    </Row>
  );
};
