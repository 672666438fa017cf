import { useEffect, useRef, useState, type ReactNode } from 'react';

/** What is this far below the screen is about to be seen. */
const reach = '200px';

/** Renders its children once they are scrolled to, so that they read nothing before. */
export const WhenSeen = ({ children, placeholder }: { children: ReactNode; placeholder: ReactNode }): ReactNode => {
  const place = useRef<HTMLDivElement>(null);
  // Without an observer everything is rendered at once.
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
