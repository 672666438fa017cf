import type { Generation, StudyMaterialListItem } from '@lectern/contracts';
import { formatDate } from '@lectern/platform';
import { Link } from '@lectern/platform/router';
import {
  ArrowRight,
  Badge,
  Card,
  cardLink,
  CardMeta,
  CardText,
  CardTitle,
  color,
  Menu,
  type MenuEntry,
  SelectionBox,
  space,
} from '@lectern/ui';
import { useEffect, useRef, type ReactNode } from 'react';
import { styled } from 'styled-components';
import { useGrowingGuide } from '../shared/libraryQueries';

const TitleLink = styled(Link)`
  ${cardLink}
`;
const Hint = styled.span`
  display: inline-flex;
  align-items: center;
  gap: ${space[4]};
  margin-left: auto;
  font-weight: 600;
  color: ${color.accent};
  svg {
    width: 16px;
    height: 16px;
  }
`;

export interface GuideCardProps {
  guide: StudyMaterialListItem;
  text: string;
  entries: readonly MenuEntry[];
  /** The folder that the list belongs to. The guide's breadcrumb shows it. */
  fromFolder?: string;
  /** Set in selection mode: whether the guide is selected, and the checkbox handler. */
  selection?: { isSelected: boolean; onChange: () => void } | undefined;
  /** The guide was just created: the card is highlighted, and gets the focus unless the learner has focused something else. */
  isNew?: boolean;
}

/** Whether the learner has not focused anything. The shell focuses `main` on a new page. */
const isFocusFree = (): boolean => document.activeElement === null || document.activeElement.matches('body, main');

/** Progress of the sections that are still being written. */
const Growing = ({ id, generation }: { id: string; generation: Generation }): ReactNode => {
  const { state, made, asked } = useGrowingGuide(id).data?.generation ?? generation;
  return (
    state === 'running' && (
      <Badge tone="info">
        {made} of {asked} sections
      </Badge>
    )
  );
};

/** A guide's card in a list. The whole card opens the guide. */
export const GuideCard = ({ guide, text, entries, fromFolder, selection, isNew = false }: GuideCardProps): ReactNode => {
  const link = useRef<HTMLAnchorElement>(null);
  useEffect(() => {
    if (isNew && isFocusFree()) link.current?.focus({ preventScroll: true });
  }, [isNew]);
  return (
    <Card
      isRaisable
      menu={selection ? <SelectionBox title={guide.title} {...selection} /> : <Menu title={guide.title} entries={entries} />}
    >
      <CardTitle>
        <TitleLink ref={link} to={`/study-materials/${guide._id}${fromFolder ? `?folder=${encodeURIComponent(fromFolder)}` : ''}`}>
          {guide.title}
        </TitleLink>
      </CardTitle>
      <CardText dir="auto">{text}</CardText>
      <CardMeta>
        {guide.generation?.state === 'running' && <Growing id={guide._id} generation={guide.generation} />}
        {isNew && <Badge tone="info">New</Badge>}
        <span>{formatDate(guide.createdAt)}</span>
        <Hint aria-hidden>
          View Guide <ArrowRight />
        </Hint>
      </CardMeta>
    </Card>
  );
};
