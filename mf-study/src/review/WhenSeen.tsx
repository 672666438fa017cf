import { useEffect, useRef, useState, type ReactNode } from 'react';

/** Distance below the viewport within which content is rendered already. */
const reach = '200px';

/** Renders its children only when they are close to the viewport, so that they do not fetch earlier. */
export const WhenSeen = ({ children, placeholder }: { children: ReactNode; placeholder: ReactNode }): ReactNode => {
  const place = useRef<HTMLDivElement>(null);
  // Without an observer everything is rendered immediately.
  const [isSeen, setIsSeen] = useState(typeof IntersectionObserver === 'undefined');
  useEffect(() => {
    if (!place.current || isSeen) return undefined;
    const observer = new IntersectionObserver(
      (entries) => {
        if (entries.some(({ isIntersecting }) => isIntersecting)) setIsSeen(true);
      },
      { rootMargin: reach },
    );
    observer.observe(place.current);
    return () => {
      observer.disconnect();
    };
  }, [isSeen]);
  return isSeen ? children : <div ref={place}>{placeholder}</div>;
};
