import { color, radius, shadow, size } from '@lectern/ui';
import { useEffect, type ReactNode } from 'react';
import { Toaster, toast, useToasterStore } from 'react-hot-toast';

/** More would cover a phone's page. */
const mostToasts = 2;

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
 * Toasts at the top centre, over the header so that they do not cover a page's title: green for success, red for errors. Each toast is a live
 * region. The element around them is a silent live region, so that they stay readable while a dialog hides the rest of the page.
 */
export const Toasts = (): ReactNode => {
  const { toasts } = useToasterStore();
  useEffect(() => {
    // The newest come first.
    for (const { id } of toasts.filter(({ visible }) => visible).slice(mostToasts)) toast.dismiss(id);
  }, [toasts]);
  return (
    <div aria-live="off">
      <Toaster
        position="top-center"
        containerStyle={{ top: 10 }}
        toastOptions={{
          style,
          success: { iconTheme: { primary: color.success, secondary: color['on-success'] } },
          error: { iconTheme: { primary: color.danger, secondary: color['on-danger'] } },
        }}
      />
    </div>
  );
};
