/** A link, as the API answers it. */
interface Link {
  url: string;
  endsAt: string | null;
  showName: boolean;
  opens: number;
  copies: number;
}

export interface ShareDialogProps {
  isOpen: boolean;
  onClose: () => void;
  what: 'study guide' | 'folder' | 'quiz' | 'flashcard deck';
  title: string;
  /** `null` if it is not shared; undefined while loading, and after a failure. */
  link: Link | null | undefined;
  hasFailed: boolean;
  onRetry: () => void;
  isBusy: boolean;
  /** Makes a link, in place of the present one. `endsAt` is a time in ISO 8601. */
  onCreate: (request: { endsAt?: string; showName?: boolean }) => Promise<void>;
  onEnd: () => Promise<void>;
}
