import type { Citation, Mark, Picture, StudyMaterial } from '@lectern/contracts';
import { engineName, otherEngines } from '@lectern/platform';
import { Button, color, FailureNotice, MadeBy, media, size, space, Sparkles } from '@lectern/ui';
import { useCallback, useMemo, useRef, useState, type ReactNode, type RefObject } from 'react';
import { styled } from 'styled-components';
import type { Reference } from './reading/guideMarkdown';
import { GuideText, type FollowReference } from './reading/GuideText';
import { HandoutStyle } from './reading/HandoutStyle';
import { GuidePicturesProvider } from './reading/GuidePictures';
import { LeftOutLines } from './reading/LeftOutLines';
import { LeftOutPictures } from './reading/LeftOutPictures';
import { PictureSlides } from './reading/PictureSlides';
import { AskAboutGuide } from './ask/AskAboutGuide';
import { SourcePanel } from './reading/SourcePanel';
import { quotesOfStatement } from './reading/citedStatement';
import { isSamePlace, referenceTo, sourcePlaces, withOpened, type SourcePlace } from './reading/sourcePlaces';
import { contentsBeside, TableOfContents } from './reading/TableOfContents';
import { useReadingPlace } from './reading/useReadingPlace';
import type { Rewrite } from './rewriting/useRewrite';
import { useCurrentSection, type Section } from './reading/useSections';

/** Two columns for text and table of contents. Reserves the second one before the contents are known. */
export const ReadingColumns = styled.div`
  @media screen and ${contentsBeside} {
    display: grid;
    grid-template-columns: minmax(0, 660px) 240px;
    align-items: start;
    gap: ${space[32]};
    > nav {
      grid-column: 2;
      grid-row: 1;
    }
    > article {
      grid-column: 1;
      grid-row: 1;
    }
  }
  @media screen and ${media.wide} {
    grid-template-columns: minmax(0, 760px) 280px;
    justify-content: space-between;
    font-size: ${size[18]};
  }
`;
/** The column of a guide's text. */
export const GuideBody = styled.article`
  min-width: 0;
  max-width: 660px;
  @media ${media.small} {
    max-width: none;
  }
  @media screen and ${media.wide} {
    max-width: none;
    > div > div {
      max-width: none;
      font-size: 20px;
    }
  }
  @media print {
    max-width: none;
    > div > div {
      max-width: none;
      font-size: 10.5pt;
      line-height: 1.5;
    }
    [role='group'] {
      overflow: visible;
    }
  }
`;
const Origin = styled.div`
  display: grid;
  justify-items: start;
  gap: ${space[12]};
  margin-top: ${space[32]};
  padding-top: ${space[16]};
  border-top: 1px solid ${color.line};
  font-size: ${size[14]};
  color: ${color['ink-faint']};
  @media print {
    display: none;
  }
`;

/** Aligned with the text above it. */
const AskPlace = styled.div`
  max-width: 660px;
  margin-top: ${space[32]};
  scroll-margin-top: 80px;
  @media screen and ${contentsBeside} {
    grid-column: 1;
    margin-top: 0;
  }
  @media ${media.small} {
    max-width: none;
  }
  @media screen and ${media.wide} {
    max-width: none;
  }
`;
/** The id of the question field, which the action bar scrolls to. */
export const askPlaceId = 'ask-about-this-guide';

const noPictures: readonly Picture[] = [];

export interface GuideReadingProps {
  guide: StudyMaterial;
  markdown: string;
  /** The ref is attached to the text's element. */
  body: RefObject<HTMLElement | null>;
  sections: readonly Section[];
  marks: readonly Mark[] | undefined;
  rewrite: Pick<Rewrite, 'start' | 'failure'>;
  /** Whether the question field is expanded. */
  isAskOpen: boolean;
  onAskToggle: (isOpen: boolean) => void;
}

/** Which generator wrote the guide, and its limitations. */
const GuideOrigin = ({ guide, rewrite: { start, failure } }: Pick<GuideReadingProps, 'guide' | 'rewrite'>): ReactNode => {
  const { edited, generatedBy, sections = [], limitation, notice } = guide;
  const others = { part: 'section' as const, total: sections.length, by: otherEngines(generatedBy, sections) };
  return (
    <Origin>
      {edited ? (
        <p>Your own version.</p>
      ) : (
        <MadeBy engine={engineName(generatedBy)} others={others}>
          {[limitation, notice].filter((sentence) => sentence !== undefined).join(' ')}
        </MadeBy>
      )}
      {!edited && notice !== undefined && start && (
        <Button variant="secondary" icon={<Sparkles aria-hidden />} onClick={start}>
          Rewrite with the model
        </Button>
      )}
      <FailureNotice>{failure}</FailureNotice>
    </Origin>
  );
};

/** State of the panel that shows source passages next to the guide. */
const useSourcePassages = (guide: StudyMaterial) => {
  const all = useMemo(() => sourcePlaces(guide.sources), [guide.sources]);
  /** The place of the opened statement or answer, with its quotes alone. */
  const [opened, setOpened] = useState<SourcePlace>();
  const places = opened ? withOpened(all, opened) : all;
  const [shown, setShown] = useState<Reference>();
  const [opening, setOpening] = useState(0);
  const followed = useRef<HTMLElement>(undefined);
  const open = useCallback((place: SourcePlace, from: HTMLElement): void => {
    followed.current = from;
    setOpened(place);
    setShown(place);
    setOpening((count) => count + 1);
  }, []);
  const follow = useCallback<FollowReference>(
    (reference, from) => {
      const place = all.find((other) => isSamePlace(other, reference)) ?? { ...reference, quotes: [] };
      open({ ...place, quotes: quotesOfStatement(from, place.quotes) }, from);
    },
    [all, open],
  );
  const openAsked = (citation: Citation, from: HTMLElement): void => {
    open({ ...referenceTo(citation.pointer), quotes: [citation] }, from);
  };
  return { places, shown, setShown, opening, followed, follow, openAsked };
};

/** A guide's text, its table of contents, and the source passages. */
export const GuideReading = ({ guide, markdown, body, sections, marks, rewrite, isAskOpen, onAskToggle }: GuideReadingProps): ReactNode => {
  const current = useCurrentSection(sections);
  useReadingPlace(guide, body, sections);
  const { places, shown, setShown, opening, followed, follow, openAsked } = useSourcePassages(guide);
  const pictures = guide.pictures ?? noPictures;
  const unshown =
    guide.pictureSlides?.filter(({ slide }) => pictures.every((picture) => picture.pointer !== undefined || picture.slide !== slide)) ?? [];
  return (
    <GuidePicturesProvider studyMaterialId={guide._id} pictures={pictures}>
      <ReadingColumns>
        <HandoutStyle />
        <TableOfContents sections={sections} current={current} />
        <GuideBody ref={body}>
          {markdown.trim() ? (
            <GuideText markdown={markdown} language={guide.language} onFollow={follow} marks={marks} />
          ) : (
            <p>No content available.</p>
          )}
          {unshown.length > 0 && <PictureSlides slides={unshown} />}
          {(guide.leftOutPictures ?? guide.unreadSymbols ?? guide.unreadPages) !== undefined && (
            <LeftOutPictures pictures={guide.leftOutPictures ?? []} unreadSymbols={guide.unreadSymbols} unreadPages={guide.unreadPages} />
          )}
          {guide.omitted && guide.omitted.length > 0 && <LeftOutLines studyMaterialId={guide._id} omitted={guide.omitted} />}
          <GuideOrigin guide={guide} rewrite={rewrite} />
        </GuideBody>
        <SourcePanel
          studyMaterialId={guide._id}
          places={places}
          shown={shown}
          opening={opening}
          onShow={setShown}
          onClose={() => {
            setShown(undefined);
          }}
          returnFocus={() => followed.current}
          onOpenAsked={openAsked}
        />
        <AskPlace id={askPlaceId}>
          <AskAboutGuide studyMaterialId={guide._id} isOpen={isAskOpen} onToggle={onAskToggle} onOpen={openAsked} />
        </AskPlace>
      </ReadingColumns>
    </GuidePicturesProvider>
  );
};
