import { color, measure, media, radius, shadow, size, useMediaQuery } from '@lectern/ui';
import { useEffect, type ReactNode } from 'react';
import { Toaster, toast, useToasterStore } from 'react-hot-toast';
import { styled } from 'styled-components';

/** Maximum number of visible toasts. More would cover the page. */
const mostToasts = { phone: 1, wider: 2 } as const;
/** Above the bottom bar and the "Undo" notice on top of it. */
const abovePhoneBar = `calc(${measure.bottomBar} + 80px + env(safe-area-inset-bottom))`;

/**
 * A sheet covers the bottom of a phone's window, so toasts are then shown at the top, where they hide neither a question nor its buttons.
 */
const Place = styled.div`
  @media ${media.small} {
    body:has([role='dialog'][data-state='open'], [role='alertdialog'][data-state='open']) & > [data-rht-toaster] {
      bottom: calc(100dvh - 96px) !important;
    }
  }
`;

const style = {
  maxWidth: 'min(480px, calc(100vw - 32px))',
  padding: '10px 14px',
  border: `1px solid ${color.line}`,
  borderRadius: radius.card,
  background: color.raised,
  color: color.ink,
  boxShadow: shadow.high,
  fontSize: size[14],
  fontWeight: 500,
};

/**
 * Toasts: green for success, red for errors. At the top centre over the header, so that they do not cover a page's title; on a phone above
 * the bottom bar. Each toast is a live region. The element around them is a silent live region, so that they stay readable while a dialog
 * hides the rest of the page.
 */
export const Toasts = (): ReactNode => {
  const { toasts } = useToasterStore();
  const isPhone = useMediaQuery(media.small);
  const most = isPhone ? mostToasts.phone : mostToasts.wider;
  useEffect(() => {
    // The newest come first.
    for (const { id } of toasts.filter(({ visible }) => visible).slice(most)) toast.dismiss(id);
  }, [toasts, most]);
  return (
    <Place aria-live="off">
      <Toaster
        position={isPhone ? 'bottom-center' : 'top-center'}
        containerStyle={isPhone ? { bottom: abovePhoneBar } : { top: 10 }}
        toastOptions={{
          style,
          success: { iconTheme: { primary: color.success, secondary: color['on-success'] } },
          error: { iconTheme: { primary: color.danger, secondary: color['on-danger'] } },
        }}
      />
    </Place>
  );
};
