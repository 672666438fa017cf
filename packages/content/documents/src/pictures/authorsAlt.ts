import { cleanText } from '../text/cleanText.ts';

/** What Office adds to a description that it has made, in the languages that guides are written in. */
const generated =
  /automatically generated|generated with \w+ confidence|AI-generated content may be incorrect|automatisch generiert|KI-generiert|générée? automatiquement|généré par l['’]IA|generad[ao] automáticamente|generado por IA|자동 생성|AI 생성/iu;
/** How Office begins a description, should its mark have been deleted. */
const generatedOpening =
  /^(?:(?:an? )?(?:close[- ]?up of|(?:picture|image|photo) containing|screen ?shot of a (?:computer|cell ?phone|mobile phone|social media post))|image may contain)\b/iu;
const fileName = /(?:^https?:\/\/\S+|\.(?:png|jpe?g|gif|bmp|tiff?|svg|emf|wmf|webp))$/iu;
/** "Picture 3", "image1", "IMG_0042", "Google Shape;55;p13" */
const objectName =
  /^(?:picture|image|img|dsc|photo|graphic|shape|google shape|screen ?shot|content placeholder|bild|grafik|imagen?|그림)[\s\d_;:.()p-]*$/iu;

/** The alternative text of a picture if a person wrote it; empty for a description, a file name or an object's name that a program wrote. */
export function authorsAlt(written: string): string {
  const text = cleanText(written);
  return [generated, generatedOpening, fileName, objectName].some((pattern) => pattern.test(text)) ? '' : text;
}
