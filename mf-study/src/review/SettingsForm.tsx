import { counted, calls, defaultReminder, defaultReviewSettings, ReviewSettings, type ReviewSummary } from '@lectern/contracts';
import { call, toast, useFailure } from '@lectern/platform';
import {
  Button,
  Field,
  FieldRow,
  Form,
  FormActions,
  Notice,
  SelectField,
  TextField,
  color,
  measure,
  radius,
  size,
  space,
} from '@lectern/ui';
import { useEffect, useMemo, useRef, useState, type FormEvent, type ReactNode, type RefObject } from 'react';
import { styled } from 'styled-components';
import { problemsOf } from '../shared/useEditDraft';
import { reviewsPerDayAt } from './retentionCost';
import { reviewChanges } from './reviewQueries';
import { percentOf } from './reviewWords';
import { browserZone, chosenUtc } from './useOwnTimeZone';

const Slider = styled.input`
  width: 100%;
  height: ${measure.target};
  margin: 0;
  accent-color: ${color.accent};
  cursor: pointer;
`;

const Cost = styled.p`
  padding: ${space[12]} ${space[16]};
  border-radius: ${radius.field};
  background: ${color.sunken};
  font-size: ${size[14]};
  color: ${color['ink-soft']};
  strong {
    color: ${color.ink};
    font-variant-numeric: tabular-nums;
  }
`;

/** Form values. Numbers are strings, so that a field can be empty. */
interface Values {
  retention: number;
  newPerDay: string;
  reviewsPerDay: string;
  timeZone: string;
  dayStartsAt: string;
  /** An hour, or `off`. */
  reminder: string;
}

const off = 'off';

/** The preselected time zone for a learner who has not chosen one. */
const zoneOfBrowser = (): string => (browserZone() === defaultReviewSettings.timeZone ? chosenUtc : browserZone());

const valuesOf = (settings: ReviewSettings): Values => ({
  retention: percentOf(settings.desiredRetention),
  newPerDay: String(settings.newPerDay),
  reviewsPerDay: String(settings.reviewsPerDay),
  timeZone: settings.timeZone === defaultReviewSettings.timeZone ? zoneOfBrowser() : settings.timeZone,
  dayStartsAt: String(settings.dayStartsAt),
  reminder: settings.reminder?.isOn ? String(settings.reminder.hour) : off,
});

/** Converts a field to a number. An empty field becomes `NaN`, which the schema rejects. */
const numberOf = (text: string): number => (text.trim() === '' ? Number.NaN : Number(text));

const settingsOf = (values: Values): ReviewSettings => ({
  desiredRetention: values.retention / 100,
  newPerDay: numberOf(values.newPerDay),
  reviewsPerDay: numberOf(values.reviewsPerDay),
  timeZone: values.timeZone,
  dayStartsAt: Number(values.dayStartsAt),
  reminder: values.reminder === off ? { ...defaultReminder, isOn: false } : { isOn: true, hour: Number(values.reminder) },
});

/** The browser's zones, plus the chosen one and UTC, which the browser may not list. */
const zoneOptions = (chosen: string) =>
  [...new Set([...Intl.supportedValuesOf('timeZone'), zoneOfBrowser(), chosen, chosenUtc])]
    .filter((zone) => zone !== defaultReviewSettings.timeZone)
    .sort()
    .map((zone) => ({ value: zone, label: zone === chosenUtc ? 'UTC' : zone.replaceAll('_', ' ') }));

const hours = Array.from({ length: 24 }, (_, hour) => ({
  value: String(hour),
  label: hour === 0 ? 'Midnight' : `${String(hour % 12 === 0 ? 12 : hour % 12)} ${hour < 12 ? 'am' : 'pm'}`,
}));

const reminders = [{ value: off, label: 'Off' }, ...hours];

type Forecast = ReviewSummary['forecast'];

const meanOf = (forecast: Forecast): number => forecast.reduce((sum, { due }) => sum + due, 0) / Math.max(1, forecast.length);

/** The effect of another retention on the reviews per day. With too few reviews for an estimate, it compares with the default retention. */
const RetentionCost = ({ wanted, settings, forecast }: { wanted: number; settings: ReviewSettings; forecast: Forecast }): ReactNode => {
  const present = { retention: settings.desiredRetention, reviewsPerDay: meanOf(forecast) };
  const now = Math.round(present.reviewsPerDay);
  const usual = percentOf(defaultReviewSettings.desiredRetention);
  if (now < 1)
    return (
      <Cost aria-live="polite">
        {wanted === usual ? (
          `${String(usual)}% is the default. A higher target means more reviews per day, a lower one fewer.`
        ) : (
          <>
            With {wanted}% you do about{' '}
            <strong>{reviewsPerDayAt(wanted / 100, { retention: usual / 100, reviewsPerDay: 100 })} reviews</strong> for every 100 with{' '}
            {usual}%.
          </>
        )}
      </Cost>
    );
  return (
    <Cost aria-live="polite">
      At {wanted}%: about <strong>{counted(reviewsPerDayAt(wanted / 100, present), 'review')} per day</strong>
      {wanted === percentOf(present.retention) ? ', as now' : `, compared with ${String(now)} now`}. Estimated from what is due in the next
      30 days.
    </Cost>
  );
};

/** Saves the changed settings, or focuses the first invalid field. */
const useSaving = (values: Values, form: RefObject<HTMLFormElement | null>) => {
  const [attempts, setAttempts] = useState(0);
  const [isBusy, setIsBusy] = useState(false);
  const failure = useFailure();
  const settings = settingsOf(values);
  const problems = problemsOf(ReviewSettings, settings);
  useEffect(() => {
    if (attempts > 0) form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
  }, [attempts, form]);
  const save = async (): Promise<void> => {
    failure.clear();
    if (Object.keys(problems).length > 0) {
      setAttempts((count) => count + 1);
      return;
    }
    setIsBusy(true);
    try {
      reviewChanges.settingsSaved(await call(calls.updateReviewSettings, { body: settings }));
      toast.success('Settings saved successfully');
    } catch (error) {
      failure.report(error, 'Failed to save settings');
    } finally {
      setIsBusy(false);
    }
  };
  return { problems: attempts > 0 ? problems : {}, isBusy, failure, save };
};

interface DailyFieldsProps {
  values: Values;
  problems: Readonly<Record<string, string>>;
  change: (part: Partial<Values>) => void;
}

/** The fields for daily limits, time zone, start of the day and reminder. */
const DailyFields = ({ values, problems, change }: DailyFieldsProps): ReactNode => {
  const zones = useMemo(() => zoneOptions(values.timeZone), [values.timeZone]);
  const field = (name: Exclude<keyof Values, 'retention'>, problem: string | undefined) => ({
    value: values[name],
    ...(problem !== undefined && { error: problem }),
    onChange: ({ target }: { target: { value: string } }) => {
      change({ [name]: target.value });
    },
  });
  return (
    <>
      <FieldRow>
        <TextField
          label="New cards per day"
          inputMode="numeric"
          hint="Cards that you see for the first time."
          {...field('newPerDay', problems['newPerDay'] && 'A whole number from 0 to 500')}
        />
        <TextField
          label="Reviews per day"
          inputMode="numeric"
          hint="At most. The rest is moved to the next days."
          {...field('reviewsPerDay', problems['reviewsPerDay'] && 'A whole number from 0 to 2,000')}
        />
      </FieldRow>
      <FieldRow>
        <SelectField
          label="Time zone"
          hint="Your days start and end in this time zone."
          options={zones}
          {...field('timeZone', problems['timeZone'])}
        />
        <SelectField
          label="Start of the day"
          hint="Reviews before this hour count towards the previous day."
          options={hours}
          {...field('dayStartsAt', problems['dayStartsAt'])}
        />
      </FieldRow>
      <SelectField
        label="Reminder by email"
        hint="At most one email a day, at this hour, and only when something is due."
        options={reminders}
        {...field('reminder', problems['reminder'])}
      />
    </>
  );
};

export interface SettingsFormProps {
  settings: ReviewSettings;
  /** Undefined while loading, and if it could not be loaded. */
  forecast?: Forecast;
}

/** The form for daily limits, desired retention, start of the day and reminder. */
export const SettingsForm = ({ settings, forecast }: SettingsFormProps): ReactNode => {
  const [values, setValues] = useState(() => valuesOf(settings));
  const form = useRef<HTMLFormElement>(null);
  const { problems, isBusy, failure, save } = useSaving(values, form);
  const change = (part: Partial<Values>): void => {
    setValues((all) => ({ ...all, ...part }));
  };
  return (
    <Form
      ref={form}
      onSubmit={(event: FormEvent) => {
        event.preventDefault();
        void save();
      }}
    >
      <Field label={`Target retention: ${String(values.retention)}%`} hint="The share of cards that you remember when they come back.">
        {(control) => (
          <Slider
            {...control}
            type="range"
            min={70}
            max={97}
            value={values.retention}
            aria-valuetext={`${String(values.retention)}%`}
            onChange={({ target }) => {
              change({ retention: Number(target.value) });
            }}
          />
        )}
      </Field>
      {forecast && <RetentionCost wanted={values.retention} settings={settings} forecast={forecast} />}
      <DailyFields values={values} problems={problems} change={change} />
      {failure.text !== undefined && <Notice tone="danger">{failure.text}</Notice>}
      <FormActions>
        <Button type="submit" isBusy={isBusy} busyLabel="Saving...">
          Save Changes
        </Button>
      </FormActions>
    </Form>
  );
};
