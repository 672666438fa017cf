import type { Citation, Picture, SharedGuide } from '@lectern/contracts';
import { engineName, type SharedPage } from '@lectern/platform';
import {
  Button,
  color,
  IconButton,
  List,
  media,
  ReportPage,
  SharedHead,
  SidePanel,
  SourcePassages,
  sourceSections,
  size,
  space,
  useMediaQuery,
} from '@lectern/ui';
import { useCallback, useMemo, useRef, useState, type ReactNode } from 'react';
import { styled } from 'styled-components';
import { GuideBody, ReadingColumns } from '../guides/GuideReading';
import { nameOf, type Reference } from '../guides/reading/guideMarkdown';
import { GuidePicturesProvider, PlacePictures } from '../guides/reading/GuidePictures';
import { GuideText, type FollowReference } from '../guides/reading/GuideText';
import { isSamePlace, sourcePlaces, withPlace } from '../guides/reading/sourcePlaces';
import { contentsBeside, ContentsPanel, TableOfContents } from '../guides/reading/TableOfContents';
import { useCurrentSection, useSections } from '../guides/reading/useSections';

/** As wide as the text with its contents, so that the head ends where they do. */
export const SharedSheet = styled.div`
  @media screen and ${contentsBeside} {
    max-width: 932px;
    margin-inline: auto;
  }
  @media screen and ${media.wide} {
    max-width: 1120px;
  }
`;

const Origin = styled.p`
  margin-top: ${space[32]};
  font-size: ${size[14]};
  color: ${color['ink-faint']};
  padding-top: ${space[16]};
  border-top: 1px solid ${color.line};
  @media print {
    display: none;
  }
`;

const Nothing = styled.p`
  color: ${color['ink-soft']};
`;

interface SharedSourceProps {
  sources: readonly Citation[];
  shown: Reference | undefined;
  opening: number;
  onClose: () => void;
  returnFocus: () => HTMLElement | undefined;
}

/** A side panel with the passages that the guide quotes from a place. The rest of the material stays with its owner. */
const SharedSource = ({ sources, shown, ...panel }: SharedSourceProps): ReactNode => {
  const places = useMemo(() => sourcePlaces(sources), [sources]);
  const place = shown && withPlace(places, shown).find((each) => isSamePlace(each, shown));
  return (
    <SidePanel isOpen={place !== undefined} title={place ? `Source: ${nameOf(place)}` : 'Source'} {...panel}>
      {place && place.quotes.length === 0 && <Nothing>The guide quotes nothing from {nameOf(place)}.</Nothing>}
      {place && place.quotes.length > 0 && <SourcePassages sections={sourceSections(place.quotes, [])} />}
      {place && <PlacePictures place={place} />}
    </SidePanel>
  );
};

const noPictures: readonly Picture[] = [];

/** A frame like that of the button next to it. */
const ContentsIcon = styled(IconButton)`
  border: 1px solid ${color['line-control']};
`;

/** Opens the table of contents in windows that have no space for it next to the text. */
const ContentsButton = ({ onClick }: { onClick: () => void }): ReactNode =>
  useMediaQuery(media.small) ? (
    <ContentsIcon label="Contents" aria-haspopup="dialog" onClick={onClick}>
      <List aria-hidden />
    </ContentsIcon>
  ) : (
    <Button variant="quiet" icon={<List aria-hidden />} aria-haspopup="dialog" onClick={onClick}>
      Contents
    </Button>
  );

export interface SharedGuideViewProps {
  /** Identifies the page, for its pictures. */
  id: string;
  guide: SharedGuide;
  /** Reads the guide again: the addresses of its pictures end after an hour. */
  readAgain: () => Promise<SharedGuide | undefined>;
  page: SharedPage;
  copyLabel?: string;
}

/** A shared guide: its head, and its text with contents, pictures and quoted passages. */
export const SharedGuideView = ({ id, guide, readAgain, page: { report, ...copying }, ...head }: SharedGuideViewProps): ReactNode => {
  const markdown = guide.processedContent.markdownContent;
  const body = useRef<HTMLElement>(null);
  const sections = useSections(body, markdown);
  const current = useCurrentSection(sections);
  const isBeside = useMediaQuery(contentsBeside);
  const [isContentsOpen, setIsContentsOpen] = useState(false);
  const [shown, setShown] = useState<Reference>();
  const [opening, setOpening] = useState(0);
  const followed = useRef<HTMLElement>(undefined);
  const follow = useCallback<FollowReference>((reference, from) => {
    followed.current = from;
    setShown(reference);
    setOpening((count) => count + 1);
  }, []);
  const readPictures = useCallback(async () => (await readAgain())?.pictures ?? noPictures, [readAgain]);
  const hasPanel = !isBeside && sections.length > 1;
  return (
    <GuidePicturesProvider studyMaterialId={id} pictures={guide.pictures ?? noPictures} readAgain={readPictures}>
      <SharedHead title={guide.title} what="study guide" owner={guide.owner} {...copying} {...head}>
        {hasPanel && (
          <ContentsButton
            onClick={() => {
              setIsContentsOpen(true);
            }}
          />
        )}
      </SharedHead>
      <ReadingColumns>
        <TableOfContents sections={sections} current={current} />
        <GuideBody ref={body}>
          <GuideText markdown={markdown} language={guide.language} onFollow={follow} />
          <Origin>Made by {engineName(guide.generatedBy)} from lecture material.</Origin>
        </GuideBody>
        <SharedSource
          sources={guide.sources}
          shown={shown}
          opening={opening}
          onClose={() => {
            setShown(undefined);
          }}
          returnFocus={() => followed.current}
        />
      </ReadingColumns>
      <ReportPage report={report} />
      {hasPanel && (
        <ContentsPanel
          sections={sections}
          isOpen={isContentsOpen}
          onClose={() => {
            setIsContentsOpen(false);
          }}
        />
      )}
    </GuidePicturesProvider>
  );
};
