import { useEffect, useRef, useState, type MouseEvent, type ReactNode } from 'react';
import { css, styled } from 'styled-components';
import { Dialog } from './Dialog';
import { color, font, media, radius, size, space } from './tokens';
import { useMediaQuery } from './useMediaQuery';

/** Pictures side by side if they fit. */
export const PictureGroup = styled.div`
  display: flex;
  flex-wrap: wrap;
  align-items: flex-start;
  gap: ${space[16]};
`;

const Figure = styled.figure`
  min-width: 0;
  max-width: 100%;
  margin: 0;
  break-inside: avoid;
  figcaption {
    margin-top: ${space[8]};
    font: ${size[14]} / 1.5 ${font.interface};
    color: ${color['ink-faint']};
    overflow-wrap: anywhere;
  }
`;

const Frame = styled.button`
  display: block;
  max-width: 100%;
  padding: 0;
  border: 1px solid ${color.line};
  border-radius: ${radius.field};
  background: ${color.picture};
  cursor: zoom-in;
  overflow: hidden;
  &:hover {
    border-color: ${color['line-strong']};
  }
`;

const Image = styled.img`
  display: block;
  max-width: 100%;
  height: auto;
  background: ${color.picture};
`;

const Failed = styled.p`
  padding: ${space[12]} ${space[16]};
  border-radius: ${radius.field};
  background: ${color.sunken};
  font: ${size[14]} / 1.5 ${font.interface};
  color: ${color['ink-soft']};
`;

const Enlarged = styled.div`
  overflow: auto;
  border: 1px solid ${color.line};
  border-radius: ${radius.field};
  background: ${color.picture};
  img {
    margin: 0 auto;
    max-height: calc(100dvh - 168px);
    object-fit: contain;
  }
  /* A marked picture has no space around it, which would shift its marks. */
  > span,
  > button > span {
    margin: 0 auto;
    img {
      width: auto;
    }
  }
  @media ${media.small} {
    margin-block: auto;
  }
`;

/** On a phone: the picture at full width, or zoomed. It can be panned while zoomed. */
const Zoom = styled.button<{ $isZoomed: boolean }>`
  display: block;
  width: ${({ $isZoomed }) => ($isZoomed ? '250%' : '100%')};
  padding: 0;
  border: 0;
  background: none;
  cursor: ${({ $isZoomed }) => ($isZoomed ? 'zoom-out' : 'zoom-in')};
  ${({ $isZoomed }) =>
    $isZoomed &&
    css`
      && img,
      && > span {
        width: 100%;
        max-height: none;
      }
    `}
`;

/** The enlarged picture on a phone. A tap zooms in on the place that was tapped, another one back. */
const ZoomedPicture = ({ name, children }: { name: string; children: ReactNode }): ReactNode => {
  const [centre, setCentre] = useState<{ x: number; y: number }>();
  const frame = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const shown = frame.current;
    if (!shown || !centre) return;
    shown.scrollLeft = centre.x * shown.scrollWidth - shown.clientWidth / 2;
    shown.scrollTop = centre.y * shown.scrollHeight - shown.clientHeight / 2;
  }, [centre]);
  const zoom = ({ currentTarget, clientX, clientY, detail }: MouseEvent): void => {
    const { left, top, width, height } = currentTarget.getBoundingClientRect();
    // A click by the keyboard has no place.
    setCentre(detail === 0 ? { x: 0.5, y: 0.5 } : { x: (clientX - left) / width, y: (clientY - top) / height });
  };
  return (
    <Enlarged ref={frame}>
      <Zoom
        type="button"
        $isZoomed={centre !== undefined}
        aria-label={`${centre ? 'Zoom out' : 'Zoom in'}: ${name}`}
        onClick={(event) => {
          if (centre) setCentre(undefined);
          else zoom(event);
        }}
      >
        {children}
      </Zoom>
    </Enlarged>
  );
};

/** The maximum enlargement factor of a small picture. Its width is limited to `enlargedWidth` pixels. */
const mostEnlarged = 2.5;
const enlargedWidth = 1_200;

/** A picture with the dimensions of its file. */
export interface ShownPicture {
  url: string;
  alt: string;
  /** The file's width in pixels. Reserves the space until it is loaded. */
  width: number;
  height: number;
}

/** A rectangle on a picture, from its left and top edge, in fractions of its width and height. */
export interface PictureBox {
  x: number;
  y: number;
  width: number;
  height: number;
}

/** As wide as the picture, so that the rectangles' fractions are those of the picture. */
const Marked = styled.span`
  position: relative;
  display: block;
  width: fit-content;
  max-width: 100%;
  margin-inline: auto;
`;

const Mark = styled.span`
  position: absolute;
  border-radius: 2px;
  outline: 1px solid ${color['picture-mark-line']};
  outline-offset: 1px;
  background: ${color['picture-mark']};
  mix-blend-mode: multiply;
`;

const percent = (fraction: number): string => `${String(fraction * 100)}%`;

export interface PictureImageProps {
  picture: ShownPicture;
  /** The parts of the picture to mark. */
  boxes?: readonly PictureBox[];
  /** Pixels. */
  maxHeight: number;
  /** Shows a small picture larger than its file. */
  isEnlarged?: boolean;
  /** Called once if a picture cannot be loaded, because addresses expire. Resolves to the new address; undefined if there is none. */
  renew?: () => Promise<string | undefined>;
  /** Called if the picture cannot be loaded, even with its new address. */
  onFailure?: () => void;
}

/** The address of a picture, renewed once if it cannot be loaded. */
const useAddress = ({ picture, renew, onFailure }: PictureImageProps) => {
  const [renewed, setRenewed] = useState<{ of: string; url: string }>();
  const isRenewed = renewed?.of === picture.url;
  const fail = (): void => {
    if (isRenewed || !renew) return onFailure?.();
    renew().then(
      (url) => {
        if (url === undefined || url === picture.url) onFailure?.();
        else setRenewed({ of: picture.url, url });
      },
      () => onFailure?.(),
    );
  };
  return { url: isRenewed ? renewed.url : picture.url, fail };
};

/** A lazily loaded picture in the size of its file, or smaller if it would exceed the maximum height. */
export const PictureImage = (props: PictureImageProps): ReactNode => {
  const { picture, boxes = [], maxHeight, isEnlarged = false } = props;
  const { url, fail } = useAddress(props);
  const scale = isEnlarged ? Math.max(1, Math.min(mostEnlarged, enlargedWidth / picture.width)) : Math.min(1, maxHeight / picture.height);
  const image = (
    <Image
      src={url}
      alt={picture.alt}
      width={Math.floor(picture.width * scale)}
      height={Math.round(picture.height * scale)}
      loading="lazy"
      decoding="async"
      referrerPolicy="no-referrer"
      onError={fail}
    />
  );
  if (boxes.length === 0) return image;
  return (
    <Marked>
      {image}
      {boxes.map(({ x, y, width, height }, index) => (
        <Mark key={index} style={{ left: percent(x), top: percent(y), width: percent(width), height: percent(height) }} />
      ))}
    </Marked>
  );
};

export interface PictureFigureProps extends Pick<PictureImageProps, 'picture' | 'boxes' | 'renew'> {
  /** The name of the picture where its alternative text is too long: of its button, and enlarged. Defaults to the alternative text. */
  name?: string;
  /** Defaults to the alternative text. Empty for no caption. */
  caption?: string;
  /** Pixels. Defaults to 320. */
  maxHeight?: number;
}

/** A picture with its caption. A click enlarges it. If it cannot be loaded, its name is shown. */
export const PictureFigure = ({
  picture,
  boxes = [],
  renew,
  name = picture.alt,
  caption = picture.alt,
  maxHeight = 320,
}: PictureFigureProps): ReactNode => {
  const [isOpen, setIsOpen] = useState(false);
  const [failed, setFailed] = useState<string>();
  const isPhone = useMediaQuery(media.small);
  if (failed === picture.url) return <Failed>This picture could not be loaded: {name}</Failed>;
  const image = (isEnlarged: boolean): ReactNode => (
    <PictureImage
      picture={picture}
      boxes={boxes}
      maxHeight={maxHeight}
      isEnlarged={isEnlarged}
      {...(renew && { renew })}
      onFailure={() => {
        setFailed(picture.url);
      }}
    />
  );
  return (
    <Figure>
      <Frame
        type="button"
        aria-haspopup="dialog"
        aria-label={`Enlarge: ${name}`}
        onClick={() => {
          setIsOpen(true);
        }}
      >
        {image(false)}
      </Frame>
      {caption !== '' && <figcaption>{caption}</figcaption>}
      <Dialog
        isFull
        isOpen={isOpen}
        onClose={() => {
          setIsOpen(false);
        }}
        title={name}
      >
        {isPhone ? <ZoomedPicture name={name}>{image(true)}</ZoomedPicture> : <Enlarged>{image(true)}</Enlarged>}
      </Dialog>
    </Figure>
  );
};
