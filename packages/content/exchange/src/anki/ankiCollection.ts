export const secondMs = 1_000;
export const dayMs = 86_400 * secondMs;
export const fieldSeparator = '\u001f';
export const suspendedQueue = -1;

/** The tables of schema 11, which every version of Anki imports. Source: Anki's `rslib/src/storage/schema11.sql`. */
export const schema = `
CREATE TABLE col (id integer PRIMARY KEY, crt integer NOT NULL, mod integer NOT NULL, scm integer NOT NULL, ver integer NOT NULL, dty integer NOT NULL,
  usn integer NOT NULL, ls integer NOT NULL, conf text NOT NULL, models text NOT NULL, decks text NOT NULL, dconf text NOT NULL, tags text NOT NULL);
CREATE TABLE notes (id integer PRIMARY KEY, guid text NOT NULL, mid integer NOT NULL, mod integer NOT NULL, usn integer NOT NULL, tags text NOT NULL,
  flds text NOT NULL, sfld integer NOT NULL, csum integer NOT NULL, flags integer NOT NULL, data text NOT NULL);
CREATE TABLE cards (id integer PRIMARY KEY, nid integer NOT NULL, did integer NOT NULL, ord integer NOT NULL, mod integer NOT NULL, usn integer NOT NULL,
  type integer NOT NULL, queue integer NOT NULL, due integer NOT NULL, ivl integer NOT NULL, factor integer NOT NULL, reps integer NOT NULL,
  lapses integer NOT NULL, left integer NOT NULL, odue integer NOT NULL, odid integer NOT NULL, flags integer NOT NULL, data text NOT NULL);
CREATE TABLE revlog (id integer PRIMARY KEY, cid integer NOT NULL, usn integer NOT NULL, ease integer NOT NULL, ivl integer NOT NULL, lastIvl integer NOT NULL,
  factor integer NOT NULL, time integer NOT NULL, type integer NOT NULL);
CREATE TABLE graves (usn integer NOT NULL, oid integer NOT NULL, type integer NOT NULL);
CREATE INDEX ix_notes_usn ON notes (usn);
CREATE INDEX ix_cards_usn ON cards (usn);
CREATE INDEX ix_revlog_usn ON revlog (usn);
CREATE INDEX ix_cards_nid ON cards (nid);
CREATE INDEX ix_cards_sched ON cards (did, queue, due);
CREATE INDEX ix_revlog_cid ON revlog (cid);
CREATE INDEX ix_notes_csum ON notes (csum);
`;

/**
 * Fixed, so that all decks share them and a second import finds them. Cards with hints have their own type, because Anki does not update
 * notes whose type gained a field.
 */
export const noteTypeIds = { plain: 1_763_856_000_000, hinted: 1_763_856_000_001 } as const;
export const ownNoteTypeIds: readonly number[] = Object.values(noteTypeIds);

const css = `.card { font-family: Georgia, serif; font-size: 20px; line-height: 1.5; text-align: center; }
.source { margin-top: 24px; font-size: 14px; color: #666; }
.nightMode .source { color: #aaa; }
.source img { display: block; max-width: 100%; max-height: 60vh; margin: 12px auto 0; }`;

const field = (name: string, ord: number) => ({ name, ord, sticky: false, rtl: false, font: 'Arial', size: 20, media: [] });

interface NoteTypeForm {
  id: number;
  name: string;
  front: string;
  fields: readonly string[];
}

const forms: readonly NoteTypeForm[] = [
  { id: noteTypeIds.plain, name: 'Lectern', front: '{{Front}}', fields: ['Front', 'Back', 'Source'] },
  {
    id: noteTypeIds.hinted,
    name: 'Lectern with hint',
    front: '{{Front}}{{#Hint}}<div class="hint">{{hint:Hint}}</div>{{/Hint}}',
    fields: ['Front', 'Back', 'Source', 'Hint'],
  },
];

const noteType = ({ id, name, front, fields }: NoteTypeForm, deckId: number, modified: number) => ({
  id,
  name,
  type: 0,
  mod: modified,
  usn: -1,
  sortf: 0,
  did: deckId,
  tmpls: [
    {
      name: 'Card 1',
      ord: 0,
      qfmt: front,
      afmt: '{{FrontSide}}<hr id="answer">{{Back}}{{#Source}}<div class="source">{{Source}}</div>{{/Source}}',
      did: null,
      bqfmt: '',
      bafmt: '',
    },
  ],
  flds: fields.map(field),
  css,
  latexPre: '\\documentclass[12pt]{article}\n\\begin{document}\n',
  latexPost: '\\end{document}',
  req: [[0, 'any', [0]]],
  tags: [],
  vers: [],
});

/** Returns the note types by id. */
export const noteTypes = (ids: ReadonlySet<number>, deckId: number, modified: number) =>
  Object.fromEntries(forms.filter(({ id }) => ids.has(id)).map((form) => [form.id, noteType(form, deckId, modified)]));

const deckOf = (id: number, name: string, modified: number) => ({
  id,
  name,
  mod: modified,
  usn: -1,
  desc: '',
  dyn: 0,
  collapsed: false,
  browserCollapsed: false,
  conf: 1,
  extendNew: 0,
  extendRev: 0,
  newToday: [0, 0],
  revToday: [0, 0],
  lrnToday: [0, 0],
  timeToday: [0, 0],
});

/** Returns the default deck, which every collection has, the exported one and its parents. */
export const decks = (named: ReadonlyMap<number, string>, modified: number) =>
  Object.fromEntries([[1, 'Default'] as const, ...named].map(([id, name]) => [id, deckOf(id, name, modified)]));

export const deckOptions = {
  1: {
    id: 1,
    name: 'Default',
    mod: 0,
    usn: 0,
    maxTaken: 60,
    autoplay: true,
    timer: 0,
    replayq: true,
    new: { bury: false, delays: [1, 10], initialFactor: 2500, ints: [1, 4, 0], order: 1, perDay: 20 },
    rev: { bury: false, ease4: 1.3, ivlFct: 1, maxIvl: 36500, perDay: 200, hardFactor: 1.2 },
    lapse: { delays: [10], leechAction: 1, leechFails: 8, minInt: 1, mult: 0 },
    dyn: false,
  },
};

export const settings = (deckId: number, cards: number) => ({
  nextPos: cards + 1,
  estTimes: true,
  activeDecks: [deckId],
  curDeck: deckId,
  curModel: String(noteTypeIds.plain),
  sortType: 'noteFld',
  sortBackwards: false,
  timeLim: 0,
  addToCur: true,
  newSpread: 0,
  dueCounts: true,
  collapseTime: 1200,
});
