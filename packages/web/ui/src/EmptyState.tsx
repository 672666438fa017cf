import type { ReactNode } from 'react';
import { styled } from 'styled-components';
import { color, radius, size, space } from './tokens';

const Base = styled.div`
  display: grid;
  justify-items: center;
  gap: ${space[16]};
  padding: ${space[48]} ${space[24]};
  border: 1px dashed ${color.line};
  border-radius: ${radius.card};
  text-align: center;
  h2 {
    font-size: ${size[18]};
  }
  p {
    max-width: 46ch;
    color: ${color['ink-soft']};
  }
`;

const Drawing = styled.svg`
  width: 96px;
  height: 72px;
  fill: none;
  stroke: ${color['ink-faint']};
  stroke-width: 1.5;
  stroke-linecap: round;
  stroke-linejoin: round;
  .accent {
    stroke: ${color.accent};
  }
  .ground {
    fill: ${color['accent-tint']};
    stroke: none;
  }
`;

/** Line drawings by the kind of missing item. */
const drawings = {
  guide: (
    <>
      <rect className="ground" x="22" y="14" width="58" height="50" rx="6" />
      <path d="M48 20c-6-4-15-5-26-4v40c11-1 20 0 26 4 6-4 15-5 26-4V16c-11-1-20 0-26 4Zm0 0v40" />
      <path className="accent" d="M30 27c4 0 8 .5 11 2M30 36c4 0 8 .5 11 2M66 27c-4 0-8 .5-11 2" />
    </>
  ),
  folder: (
    <>
      <rect className="ground" x="20" y="20" width="58" height="42" rx="6" />
      <path d="M18 22a4 4 0 0 1 4-4h16l6 7h28a4 4 0 0 1 4 4v27a4 4 0 0 1-4 4H22a4 4 0 0 1-4-4Z" />
      <path className="accent" d="M48 37v12M42 43h12" />
    </>
  ),
  quiz: (
    <>
      <rect className="ground" x="24" y="12" width="52" height="52" rx="6" />
      <rect x="22" y="10" width="52" height="52" rx="6" />
      <path d="M42 25h22M42 37h22M42 49h14" />
      <path className="accent" d="m29 25 2.500 2.500 5-5M29 37l2.500 2.500 5-5" />
      <circle cx="32.500" cy="49" r="3" />
    </>
  ),
  card: (
    <>
      <rect className="ground" x="30" y="22" width="50" height="36" rx="6" />
      <rect x="16" y="12" width="50" height="36" rx="6" />
      <path d="M72 24h4a4 4 0 0 1 4 4v28a4 4 0 0 1-4 4H34a4 4 0 0 1-4-4v-2" />
      <path className="accent" d="M28 26h26M28 34h16" />
    </>
  ),
  search: (
    <>
      <circle className="ground" cx="46" cy="34" r="22" />
      <circle cx="43" cy="32" r="20" />
      <path d="m58 47 16 16" />
      <path className="accent" d="M34 32h18" />
    </>
  ),
  activity: (
    <>
      <rect className="ground" x="16" y="16" width="64" height="44" rx="6" />
      <path d="M14 58h68M20 12v46" />
      <path className="accent" d="m28 46 14-14 10 8 20-22" />
    </>
  ),
  trouble: (
    <>
      <rect className="ground" x="20" y="16" width="58" height="42" rx="6" />
      <rect x="18" y="14" width="58" height="42" rx="6" />
      <path d="M18 26h58M25 20h.01M31 20h.01" />
      <path className="accent" d="M47 34v8M47 48h.01" />
    </>
  ),
};

export type DrawingName = keyof typeof drawings;

export interface EmptyStateProps {
  drawing: DrawingName;
  /** An optional heading: 'Welcome to Folders!'. */
  title?: string;
  /** One sentence. */
  children: ReactNode;
  /** A single suggested action. */
  action?: ReactNode;
}

/** An empty list or page: a small drawing, one sentence, one action. */
export const EmptyState = ({ drawing, title, children, action }: EmptyStateProps): ReactNode => (
  <Base>
    <Drawing viewBox="0 0 96 72" aria-hidden>
      {drawings[drawing]}
    </Drawing>
    {title && <h2>{title}</h2>}
    <p>{children}</p>
    {action}
  </Base>
);
