import { color, font, measure, media, size, space, VisuallyHidden } from '@lectern/ui';
import { linkTarget, Markdown, pictureIdOf, type MarkdownProps } from '@lectern/ui/markdown';
import type { Mark as LearnersMark } from '@lectern/contracts';
import { createContext, memo, useContext, useMemo, type ReactNode } from 'react';
import { styled } from 'styled-components';
import { markedText } from '../marks/markedText';
import { markStyles } from '../marks/markColours';
import { MarkedWords } from '../marks/MarkedWords';
import { labelOf } from '../marks/passageOf';
import { GuidePicture } from './GuidePictures';
import { closeReferences, foldAnswers, headingAddresses, keyTerms, nameOf, referenceOf, type Reference } from './guideMarkdown';

const Mark = styled.sup`
  line-height: 1;
  margin-inline-start: 2px;
  button {
    position: relative;
    padding: 0 2px;
    border: 0;
    background: none;
    font: 500 ${size[12]} / 1 ${font.interface};
    color: ${color['ink-faint']};
    font-variant-numeric: tabular-nums;
  }
  /* The touch target is larger than the visible number. */
  button::after {
    content: '';
    position: absolute;
    inset: -8px -6px;
  }
  @media ${media.touch} {
    button::after {
      inset: calc((100% - ${measure.target}) / 2);
    }
    /* Keeps the overlap of neighbouring touch targets below half. */
    & + & {
      margin-inline-start: ${space[24]};
    }
  }
  button:hover {
    color: ${color.accent};
    text-decoration: underline;
  }
  /* A place in a document is named by its heading, which may be long, so only its beginning and the paragraph number are shown. */
  .name {
    display: inline-block;
    max-width: 14ch;
    overflow: hidden;
    text-overflow: ellipsis;
    vertical-align: bottom;
    white-space: nowrap;
  }
  @media print {
    button {
      font-size: 6.5pt;
      white-space: normal;
    }
    .name {
      display: inline;
    }
  }
`;

const Text = styled.div`
  ${markStyles}
  /* The reading font has no italics. */
  em {
    font-synthesis: style;
  }
  .kept {
    white-space: nowrap;
  }
  p.marks {
    margin-top: ${space[4]};
    font: ${size[12]} / 1.5 ${font.interface};
    color: ${color['ink-faint']};
    &::before {
      content: 'Source';
    }
  }
  summary {
    cursor: pointer;
  }
  @media ${media.touch} {
    summary {
      min-height: ${measure.target};
      align-content: center;
    }
  }
  @media print {
    details::details-content {
      content-visibility: visible;
      block-size: auto;
    }
  }
  dl {
    display: grid;
    gap: ${space[12]};
  }
  dt {
    font: 600 ${size[16]} / 1.5 ${font.interface};
  }
  dd {
    padding-inline-start: ${space[16]};
    border-inline-start: 2px solid ${color['accent-line']};
  }
`;

/** Opens a reference's source. The focus later returns to the element. */
export type FollowReference = (reference: Reference, from: HTMLElement) => void;

const FollowContext = createContext<FollowReference>(() => undefined);

/** The trailing number of a label: ' ¶ 4' of 'Heart failure ¶ 4', ', p. 12' of 'notes.pdf, p. 12'. */
const numberAtEnd = /(?: ¶ \d{1,7}|, p\. \d{1,7})$/;

/** The label of a reference. The name before its number may be truncated. */
const Label = ({ text }: { text: string }): ReactNode => {
  const number = numberAtEnd.exec(text)?.[0] ?? '';
  const name = text.slice(0, text.length - number.length);
  return number === '' || name === '' ? (
    text
  ) : (
    <>
      <span className="name">{name}</span>
      {number}
    </>
  );
};

/**
 * A reference, shown as a small number or as the words of its place.
 *
 * @param text the reference's text in the markdown
 */
const ReferenceMark = ({ reference, text }: { reference: Reference; text: string }): ReactNode => {
  const follow = useContext(FollowContext);
  return (
    <Mark dir="ltr" data-label={labelOf(reference)}>
      <button
        type="button"
        title={`From ${nameOf(reference)}`}
        aria-haspopup="dialog"
        onClick={(event) => {
          follow(reference, event.currentTarget);
        }}
      >
        <VisuallyHidden>Source: {nameOf(reference)}</VisuallyHidden>
        <span aria-hidden>
          {reference.kind === 'slide' ? reference.number : <Label text={text === '' ? `¶${String(reference.number)}` : text} />}
        </span>
      </button>
    </Mark>
  );
};

const components: NonNullable<MarkdownProps['components']> = {
  a: ({ node: _node, href, children, ...rest }) => {
    const text = typeof children === 'string' ? children : '';
    const reference = referenceOf(href, text);
    if (reference) return <ReferenceMark reference={reference} text={text} />;
    return (
      <a href={href} {...rest} {...linkTarget(href)}>
        {children}
      </a>
    );
  },
  mark: ({ node: _node, ...rest }) => <MarkedWords {...rest} />,
  img: ({ node: _node, src, alt, ...rest }) =>
    pictureIdOf(src) === undefined ? <img src={src} alt={alt} {...rest} /> : <GuidePicture src={src} alt={alt} />,
};
const plugins: NonNullable<MarkdownProps['remarkPlugins']> = [headingAddresses, keyTerms, closeReferences, foldAnswers];

export interface GuideTextProps {
  markdown: string;
  /** The language of the material, if known. */
  language?: string | undefined;
  onFollow: FollowReference;
  /** The learner's highlights and notes. */
  marks?: readonly LearnersMark[] | undefined;
}

const noMarks: readonly LearnersMark[] = [];

/** The rendered markdown of a guide. Memoised, because the text is long: rendered again only when the text or a mark changes. */
export const GuideText = memo(({ markdown, language, onFollow, marks = noMarks }: GuideTextProps): ReactNode => {
  const htmlPlugins = useMemo<NonNullable<MarkdownProps['rehypePlugins']>>(() => [[markedText, { marks }]], [marks]);
  return (
    <FollowContext value={onFollow}>
      <Text data-guide-text lang={language}>
        <Markdown dropsTitleAndRules components={components} remarkPlugins={plugins} rehypePlugins={htmlPlugins}>
          {markdown}
        </Markdown>
      </Text>
    </FollowContext>
  );
});
