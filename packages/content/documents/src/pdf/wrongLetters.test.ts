import { hasWrongLetters } from './wrongLetters.ts';

const shifted = (text: string, by: number): string =>
  text.replace(/[a-z]/gi, (letter) => {
    const first = letter < 'a' ? 65 : 97;
    return String.fromCharCode(((letter.charCodeAt(0) - first + by) % 26) + first);
  });

const texts: [string, string][] = [
  ['English', 'The heart is a muscle that pumps the blood through the vessels of the whole body.'],
  ['German', 'Das Herz ist ein Muskel, der das Blut durch die Gefäße des ganzen Körpers pumpt.'],
  ['Polish', 'Serce jest mięśniem, który pompuje krew przez naczynia całego ciała człowieka.'],
  ['Czech', 'Srdce je sval, který pumpuje krev cévami celého těla a tepe sedmdesátkrát.'],
  ['Welsh', "Mae'r galon yn gyhyr sy'n pwmpio gwaed trwy bibellau'r corff cyfan bob munud."],
  ['Finnish', 'Sydän on lihas, joka pumppaa verta koko kehon verisuonten läpi joka minuutti.'],
  ['Turkish', 'Kalp, kanı tüm vücudun damarlarından pompalayan ve dakikada yetmiş kez atan bir kastır.'],
  ['Vietnamese', 'Tim là một khối cơ bơm máu qua các mạch máu của toàn bộ cơ thể mỗi phút.'],
  ['Swahili', 'Moyo ni msuli unaosukuma damu kupitia mishipa ya mwili mzima kila dakika.'],
  ['Hawaiian', 'He ʻiʻo ka puʻuwai e hoʻokuke ana i ke koko ma o nā aʻa o ke kino holoʻokoʻa.'],
  ['Navajo', "Ajéí éí atsįʼ át'é, dił ats'íís bii' hólónígíí yíł naa'aash, t'áá ałk'idą́ą́'."],
];

it.each(texts)('accepts %s', (_name, text) => {
  expect(hasWrongLetters(text, 40)).toBe(false);
});

it.each(texts.slice(0, 7))('detects shifted letters of %s', (_name, text) => {
  // Many fonts number glyphs with an offset of 29.
  for (const by of [1, 3, 23]) expect(hasWrongLetters(shifted(text, by), 40)).toBe(true);
});

it.each([
  ['Russian', 'Сердце — это мышца, которая качает кровь по сосудам всего тела и бьётся семьдесят раз.'],
  ['Greek with English', 'Η καρδιά (heart) είναι ένας μυς που αντλεί το αίμα (blood) μέσω των αγγείων του σώματος.'],
  ['Chinese with English', '心脏（heart）通过HTTP协议推动血液流动，每分钟跳动70次，使用CPU和GPU计算。'.repeat(3)],
  ['Arabic', 'القلب عضلة تضخ الدم عبر أوعية الجسم كله وتنبض سبعين مرة في الدقيقة الواحدة.'],
  ['Hindi', 'हृदय एक पेशी है जो पूरे शरीर की वाहिकाओं में रक्त पंप करता है।'],
  [
    'code',
    'const fooBar = await fetch(url, { method: "POST" }); if (!fooBar.ok) throw new Error(`HTTP ${fooBar.status}`); for (let i = 0; i < xs.length; i++) { acc += xs[i] * dx; } return JSON.parse(buf.toString("utf8"));',
  ],
  [
    'assembler',
    'mov eax, ebx; push ebp; mov ebp, esp; sub esp, 16; cmp eax, 0; jne loop; xor edx, edx; pop ebp; ret; lea rax, [rbx+8]; call printf',
  ],
  [
    'formulas',
    'sin(α+β) = sin α cos β + cos α sin β, ∫ exp(−x²) dx = √π, Δv = v₂ − v₁, lim sup aₙ, max min arg ln log tan cot sec ∀ε∃δ μm kΩ',
  ],
  [
    'a table',
    'Na 140 mmol/L K 4.2 mmol/L Cl 101 HCO3 24 pH 7.40 pCO2 40 BUN 14 Crea 0.9 AST 25 ALT 30 GGT 28 LDH 180 CRP 3 Hb 14 MCV 88 WBC 7'.repeat(
      2,
    ),
  ],
  ['bases', 'ACGTACGTTA GGCATTACGA TTAGGCCATA CCGATTAGCA '.repeat(8)],
  [
    'full-width letters',
    'Ｔｈｅ ｈｅａｒｔ ｐｕｍｐｓ ｔｈｅ ｂｌｏｏｄ ｔｈｒｏｕｇｈ ｔｈｅ ｖｅｓｓｅｌｓ ｏｆ ｔｈｅ ｂｏｄｙ， ｓｅｖｅｎｔｙ ｔｉｍｅｓ ａ ｍｉｎｕｔｅ',
  ],
  ['the sample of a font', 'abcdefghijklmno pqrstuvwxyz ABCDEFG HIJKLMNOPQRSTUVW XYZ0123456789 ěščřžýáíé ĚŠČŘŽÝÁÍÉ '.repeat(3)],
  ['a protein', 'MKVLAAGIVG LLLAQWERTY HHPKSTNDEF GILMVRWYAC QWSDERTGHY '.repeat(8)],
  ['a key', '30 82 01 0a 02 82 01 01 00 c3 af de ad be ef ca fe ba be ff ee dd aa bb cc '.repeat(8)],
  [
    'abbreviations',
    'COPD CABG NSTEMI ECG EKG ARDS DVT PE CHF SVT VF VT AED CPR ICU NPO PRN BID TID QID STAT HTN DM CKD GERD IBS UTI TIA CVA',
  ],
])('accepts %s', (_name, text) => {
  expect(hasWrongLetters(text, 40)).toBe(false);
});

it.each([
  ['places without a meaning', '\ue001\ue002\ue003 \ue004\ue005 '.repeat(8)],
  ['control characters', '7KH\u0003TXLFN\u0003EURZQ\u0003IR[\u0003\u0004\u0005\u0006\u0007\u0008\u0001\u0002'.repeat(2)],
  ['numbers of glyphs', '7KH TXLFN EURZQ IR[ MXPSV RYHU WKH OD]\\ GRJ DQG WKHQ LW VOHHSV XQGHU WKH WUHH DOO GDB ORQJ'],
  ['Cyrillic in a wrong encoding', 'Ñåðäöå ýòî ìûøöà êîòîðàÿ êà÷àåò êðîâü ïî ñîñóäàì âñåãî òåëà è áü¸òñÿ ñåìüäåñÿò ðàç â ìèíóòó'],
  ['letters of many scripts', 'ΰԔϸЇ߹ķʆࠒıʵ྅ʱҧഀඟҧŊҧဍರ̼ఓŊƹϕ˵ҧຏഀΣуϋϛ˷ΨԵçĆϳЃǢϸѓ'.repeat(2)],
])('detects %s', (_name, text) => {
  expect(hasWrongLetters(text, 40)).toBe(true);
});

it('does not judge by a few letters', () => {
  expect(hasWrongLetters('Wkh txlfn eurzq ira', 40)).toBe(false);
});
