import { detectLanguage, otherLanguage } from './detectLanguage.ts';

/** Three short lines in each language, as a learner may paste them. */
const lines: readonly (readonly [language: string, lines: readonly string[]])[] = [
  [
    'en',
    ['The heart pumps blood through the body.', 'Advance the tube while the patient swallows.', 'Offer, acceptance and consideration.'],
  ],
  ['de', ['Das Herz pumpt Blut durch den Körper.', 'Die Niere filtert das Blut.', 'Angebot, Annahme und Gegenleistung.']],
  ['fr', ['Le cœur pompe le sang dans tout le corps.', 'Les reins filtrent le sang.', 'Offre, acceptation et contrepartie.']],
  ['es', ['El corazón bombea sangre por el cuerpo.', 'Los riñones filtran la sangre.', 'Oferta, aceptación y contraprestación.']],
  ['it', ['Il cuore pompa il sangue nel corpo.', 'I reni filtrano il sangue.', 'Offerta, accettazione e corrispettivo.']],
  ['pt', ['O coração bombeia o sangue pelo corpo.', 'Os rins filtram o sangue.', 'Oferta, aceitação e contraprestação.']],
  ['nl', ['De lever maakt gal.', 'De nieren filteren het bloed.', 'De longen nemen zuurstof op.']],
  ['sv', ['Hjärtat pumpar blod genom kroppen.', 'Njurarna filtrerar blodet.', 'Levern bildar galla.']],
  ['da', ['Hjertet pumper blod gennem kroppen.', 'Nyrerne filtrerer blodet.', 'Leveren danner galde.']],
  ['no', ['Hjertet pumper blod gjennom kroppen.', 'Nyrene filtrerer blodet.', 'Leveren lager galle.']],
  ['fi', ['Sydän pumppaa verta kehoon.', 'Munuaiset suodattavat verta.', 'Maksa tuottaa sappea.']],
  ['pl', ['Serce pompuje krew w całym ciele.', 'Nerki filtrują krew.', 'Wątroba wytwarza żółć.']],
  ['cs', ['Srdce pumpuje krev do těla.', 'Ledviny filtrují krev.', 'Játra tvoří žluč.']],
  ['tr', ['Kalp vücuda kan pompalar.', 'Böbrekler kanı süzer.', 'Karaciğer safra üretir.']],
  ['hu', ['A szív vért pumpál a testbe.', 'A vesék megszűrik a vért.', 'A máj epét termel.']],
  ['ro', ['Inima pompează sângele în corp.', 'Rinichii filtrează sângele.', 'Ficatul produce bilă.']],
  ['vi', ['Tim bơm máu đi khắp cơ thể.', 'Thận lọc máu.', 'Gan tạo ra mật.']],
  ['id', ['Jantung memompa darah ke seluruh tubuh.', 'Ginjal menyaring darah.', 'Hati menghasilkan empedu.']],
  ['ru', ['Сердце качает кровь по телу.', 'Почки фильтруют кровь.', 'Печень вырабатывает желчь.']],
  ['uk', ['Серце качає кров по тілу.', 'Нирки фільтрують кров.', 'Печінка виробляє жовч.']],
  ['el', ['Η καρδιά αντλεί αίμα.', 'Τα νεφρά φιλτράρουν το αίμα.', 'Το ήπαρ παράγει χολή.']],
  ['ar', ['القلب يضخ الدم في الجسم.', 'تقوم الكلى بتصفية الدم.', 'ينتج الكبد الصفراء.']],
  ['fa', ['قلب خون را در بدن پمپ می‌کند.', 'کلیه‌ها خون را تصفیه می‌کنند.', 'کبد صفرا تولید می‌کند.']],
  ['he', ['הלב שואב דם בגוף.', 'הכליות מסננות את הדם.', 'הכבד מייצר מרה.']],
  ['hi', ['हृदय रक्त पंप करता है।', 'फेफड़े ऑक्सीजन लेते हैं।', 'यकृत पित्त बनाता है।']],
  ['th', ['หัวใจสูบฉีดเลือด', 'ไตกรองเลือด', 'ตับสร้างน้ำดี']],
  ['ko', ['심장은 온몸에 피를 보낸다.', '신장은 피를 거른다.', '간은 담즙을 만든다.']],
  ['ja', ['心臓は血液を全身に送る。', '腎臓は血液をろ過する。', '肝臓は胆汁を作る。']],
  ['zh', ['心脏把血液输送到全身。', '肾脏过滤血液。', '肝脏产生胆汁。']],
];

// Malay and Indonesian differ in a few words only.
const alike: Readonly<Record<string, string>> = { id: 'ms' };

it.each(lines)('tells %s by three short lines, and no other language excludes it', (language, three) => {
  const text = three.join('\n');
  expect(detectLanguage(text)).toBe(alike[language] ?? language);
  expect(otherLanguage(text.repeat(2), [alike[language] ?? language])).toBeUndefined();
});

it.each(['12 345 %', 'v = d / t\na = v / t\np = m v', 'Co', 'HTTP, TCP and IP', 'NaCl H2SO4 CH3COOH', ''])(
  'does not claim a language for %j',
  (text) => {
    expect(detectLanguage(text)).toBe('und');
  },
);

it('takes Korean and Japanese with many English terms for what they are', () => {
  expect(detectLanguage('Open source 라이선스는 software의 자유로운 사용을 허용한다. License compliance 프로그램이 필요하다.')).toBe('ko');
  expect(detectLanguage('Operating system は hardware を抽象化し、application に interface を提供する。')).toBe('ja');
});

it('excludes a language only where another one is much likelier', () => {
  const english = 'The kidneys filter the blood and make the urine of the body.';
  expect(otherLanguage(english, ['nl'])).toBe('en');
  expect(otherLanguage(english, ['nl', 'en'])).toBeUndefined();
  expect(otherLanguage('Nyrerne filtrerer blodet, og leveren danner galde i kroppen.', ['no'])).toBeUndefined();
  // Too short to tell, and material in an uncertain language.
  expect(otherLanguage('The kidneys filter.', ['nl'])).toBeUndefined();
  expect(otherLanguage(english, ['und'])).toBeUndefined();
});
