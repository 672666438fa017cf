import type { Mark, Picture, StudyMaterial } from '@lectern/contracts';
import { engineName } from '@lectern/platform';
import { color, MadeBy, media, size, space } from '@lectern/ui';
import { useCallback, useMemo, useRef, useState, type ReactNode, type RefObject } from 'react';
import { styled } from 'styled-components';
import type { Reference } from './reading/guideMarkdown';
import { GuideText, type FollowReference } from './reading/GuideText';
import { HandoutStyle } from './reading/HandoutStyle';
import { GuidePicturesProvider } from './reading/GuidePictures';
import { LeftOutLines } from './reading/LeftOutLines';
import { LeftOutPictures } from './reading/LeftOutPictures';
import { PictureSlides } from './reading/PictureSlides';
import { SourcePanel } from './reading/SourcePanel';
import { sourcePlaces } from './reading/sourcePlaces';
import { contentsBeside, TableOfContents } from './reading/TableOfContents';
import { useReadingPlace } from './reading/useReadingPlace';
import { useCurrentSection, type Section } from './reading/useSections';

/** Text and table of contents side by side. Reserves the column before the contents are known. */
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
const Body = styled.article`
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
  margin-top: ${space[32]};
  padding-top: ${space[16]};
  border-top: 1px solid ${color.line};
  font-size: ${size[14]};
  color: ${color['ink-faint']};
  @media print {
    display: none;
  }
`;

const noPictures: readonly Picture[] = [];

export interface GuideReadingProps {
  guide: StudyMaterial;
  markdown: string;
  /** Gets the element of the text. */
  body: RefObject<HTMLElement | null>;
  sections: readonly Section[];
  marks: readonly Mark[] | undefined;
}

/** A guide's text, its table of contents, and the source passages. */
export const GuideReading = ({ guide, markdown, body, sections, marks }: GuideReadingProps): ReactNode => {
  const current = useCurrentSection(sections);
  useReadingPlace(guide, body, sections);
  const places = useMemo(() => sourcePlaces(guide.sources), [guide.sources]);
  const [shown, setShown] = useState<Reference>();
  const [opening, setOpening] = useState(0);
  const followed = useRef<HTMLElement>(undefined);
  const follow = useCallback<FollowReference>((reference, from) => {
    followed.current = from;
    setShown(reference);
    setOpening((count) => count + 1);
  }, []);
  const pictures = guide.pictures ?? noPictures;
  const unshown =
    guide.pictureSlides?.filter(({ slide }) => pictures.every((picture) => picture.pointer !== undefined || picture.slide !== slide)) ?? [];
  return (
    <GuidePicturesProvider studyMaterialId={guide._id} pictures={pictures}>
      <ReadingColumns>
        <HandoutStyle />
        <TableOfContents sections={sections} current={current} />
        <Body ref={body}>
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
          <Origin>
            {guide.edited ? <p>Your own version.</p> : <MadeBy engine={engineName(guide.generatedBy)}>{guide.limitation}</MadeBy>}
          </Origin>
        </Body>
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
        />
      </ReadingColumns>
    </GuidePicturesProvider>
  );
};
