import { color, font, measure, media, size, space, VisuallyHidden } from '@lectern/ui';
import { linkTarget, Markdown, pictureIdOf, type MarkdownProps } from '@lectern/ui/markdown';
import { createContext, memo, useContext, type ReactNode } from 'react';
import { styled } from 'styled-components';
import { GuidePicture } from './GuidePictures';
import { closeReferences, headingAddresses, keyTerms, nameOf, referenceOf, type Reference } from './guideMarkdown';

const Mark = styled.sup`
  line-height: 1;
  margin-left: 2px;
  button {
    position: relative;
    padding: 0 2px;
    border: 0;
    background: none;
    font: 500 ${size[12]} / 1 ${font.interface};
    color: ${color['ink-faint']};
    font-variant-numeric: tabular-nums;
  }
  /* The target is larger than the visible number. */
  button::after {
    content: '';
    position: absolute;
    inset: -8px -6px;
  }
  @media ${media.touch} {
    button::after {
      inset: calc((100% - ${measure.target}) / 2);
    }
    /* The targets of neighbours overlap by less than half. */
    & + & {
      margin-left: ${space[24]};
    }
  }
  button:hover {
    color: ${color.accent};
    text-decoration: underline;
  }
  @media print {
    button {
      font-size: 6.5pt;
    }
  }
`;

const Text = styled.div`
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
  dl {
    display: grid;
    gap: ${space[12]};
  }
  dt {
    font: 600 ${size[16]} / 1.5 ${font.interface};
  }
  dd {
    padding-left: ${space[16]};
    border-left: 2px solid ${color['accent-line']};
  }
`;

/** Follows a reference. The focus returns to the element. */
export type FollowReference = (reference: Reference, from: HTMLElement) => void;

const FollowContext = createContext<FollowReference>(() => undefined);

const ReferenceMark = ({ reference }: { reference: Reference }): ReactNode => {
  const follow = useContext(FollowContext);
  return (
    <Mark>
      <button
        type="button"
        title={`From ${nameOf(reference)}`}
        aria-haspopup="dialog"
        onClick={(event) => {
          follow(reference, event.currentTarget);
        }}
      >
        <VisuallyHidden>Source: {nameOf(reference)}</VisuallyHidden>
        <span aria-hidden>{reference.kind === 'slide' ? reference.number : `¶${String(reference.number)}`}</span>
      </button>
    </Mark>
  );
};

const components: NonNullable<MarkdownProps['components']> = {
  a: ({ node: _node, href, children, ...rest }) => {
    const reference = referenceOf(href);
    if (reference) return <ReferenceMark reference={reference} />;
    return (
      <a href={href} {...rest} {...linkTarget(href)}>
        {children}
      </a>
    );
  },
  img: ({ node: _node, src, alt, ...rest }) =>
    pictureIdOf(src) === undefined ? <img src={src} alt={alt} {...rest} /> : <GuidePicture src={src} alt={alt} />,
};
const plugins: NonNullable<MarkdownProps['remarkPlugins']> = [headingAddresses, keyTerms, closeReferences];

export interface GuideTextProps {
  markdown: string;
  onFollow: FollowReference;
}

/** A guide's rendered markdown. Memoized, because the text is long: only another text renders it again. */
export const GuideText = memo(({ markdown, onFollow }: GuideTextProps): ReactNode => (
  <FollowContext value={onFollow}>
    <Text>
      <Markdown dropsTitleAndRules components={components} remarkPlugins={plugins}>
        {markdown}
      </Markdown>
    </Text>
  </FollowContext>
));
