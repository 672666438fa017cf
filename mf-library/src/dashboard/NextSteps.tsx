import type { StudyMaterialListItem } from '@lectern/contracts';
import { readPlaces, type Place } from '@lectern/platform';
import { Link } from '@lectern/platform/router';
import { Button, Card, CardMeta, CardTitle, color, media, size, SkeletonBlock, space, VisuallyHidden } from '@lectern/ui';
import { useState, type ReactNode } from 'react';
import { styled } from 'styled-components';
import { useNewestGuides, useNewestQuizzes } from './dashboardQueries';
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

interface StepProps {
  kicker: string;
  title: string;
  detail: string;
  action: string;
  to: string;
}

const Step = ({ kicker, title, detail, action, to }: StepProps): ReactNode => (
  <Card aria-label={`${kicker}: ${title}`}>
    <Kicker>{kicker}</Kicker>
    <CardTitle as="h2">{title}</CardTitle>
    <Foot>
      <CardMeta>{detail}</CardMeta>
      <Button as={Link} to={to} variant="secondary">
        {action}
      </Button>
    </Foot>
  </Card>
);

const paths: Record<Place['kind'], string> = { guide: '/study-materials', quiz: '/quizzes', deck: '/flashcards' };
const addressOf = ({ kind, id, anchor }: Place): string =>
  `${paths[kind]}/${encodeURIComponent(id)}${anchor === undefined ? '' : `#${encodeURIComponent(anchor)}`}`;

const verbs: Record<Place['kind'], string> = { guide: 'Keep reading', quiz: 'Continue', deck: 'Continue' };

const ContinueStep = ({ place, newest }: { place: Place | undefined; newest: StudyMaterialListItem }): ReactNode =>
  place ? (
    <Step kicker="Continue" title={place.title} detail={place.position} action={verbs[place.kind]} to={addressOf(place)} />
  ) : (
    <Step kicker="Your newest guide" title={newest.title} detail="Not read yet" action="Read" to={`/study-materials/${newest._id}`} />
  );

const PractiseStep = ({ weakest, newest }: { weakest: WeakGuide | undefined; newest: StudyMaterialListItem }): ReactNode =>
  weakest ? (
    <Step
      kicker="Needs practice most"
      title={weakest.title}
      detail={`${String(weakest.average)}% on average`}
      action="Practise"
      to={`/quizzes/${weakest.quizId}`}
    />
  ) : (
    <Step
      kicker="Test yourself"
      title={newest.title}
      detail="Questions with explanations"
      action="Quiz me"
      to={`/quizzes/new?material=${newest._id}`}
    />
  );

/** What to do with the first guide. It stands where its file was dropped. */
const FirstGuide = ({ guide: { _id, title } }: { guide: StudyMaterialListItem }): ReactNode => (
  <Card aria-label={`Your first guide: ${title}`}>
    <Kicker>Your first guide</Kicker>
    <CardTitle as="h2">{title}</CardTitle>
    <Foot>
      <CardMeta>Read it, then find out what you know.</CardMeta>
      <Actions>
        <Button as={Link} to={`/study-materials/${_id}`} variant="quiet">
          Read
        </Button>
        <Button as={Link} to={`/quizzes/new?kind=deck&material=${_id}`} variant="secondary">
          Make cards
        </Button>
        <Button as={Link} to={`/quizzes/new?material=${_id}`}>
          Quiz me
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
          <SkeletonBlock $height="40px" $width="50%" />
        </Card>
      ))}
    </Row>
  </div>
);

/** What to do next: continue where the learner stopped, and practise the weakest guide. Empty without guides or when they cannot be read. */
export const NextSteps = (): ReactNode => {
  const guides = useNewestGuides();
  const quizzes = useNewestQuizzes();
  const experience = useExperience();
  const [place] = useState(() => readPlaces()[0]);
  if (guides.isPending || quizzes.isPending) return <Shape />;
  const [newest] = guides.data ?? [];
  if (!newest) return null;
  if (experience === 'firstGuide') return <FirstGuide guide={newest} />;
  return (
    <Row>
      <ContinueStep place={place} newest={newest} />
      <PractiseStep weakest={weakestGuide(quizzes.data ?? [])} newest={newest} />
    </Row>
  );
};
