import type { Quiz, QuizQuestion } from '@lectern/contracts';
import { forMathJax } from '@lectern/contracts/formulas';
import { sourceWords } from '../sourceWords.ts';
import { escapeXml } from '../xml.ts';

const itemNamespace =
  'xmlns="http://www.imsglobal.org/xsd/imsqti_v2p1" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" xsi:schemaLocation="http://www.imsglobal.org/xsd/imsqti_v2p1 http://www.imsglobal.org/xsd/qti/qtiv2p1/imsqti_v2p1.xsd"';
const manifestNamespace =
  'xmlns="http://www.imsglobal.org/xsd/imscp_v1p1" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" xsi:schemaLocation="http://www.imsglobal.org/xsd/imscp_v1p1 http://www.imsglobal.org/xsd/qti/qtiv2p1/qtiv2p1_imscpv1p2_v1p0.xsd"';
const declaration = '<?xml version="1.0" encoding="UTF-8"?>';
const isExact = '<baseValue baseType="identifier">FEEDBACK</baseValue>';

const optionId = (index: number): string => `OPTION_${String(index + 1)}`;
const itemId = (index: number): string => `question-${String(index + 1)}`;

const asWords = (text: string): string => escapeXml(forMathJax(text));

const paragraphs = (text: string): string =>
  forMathJax(text)
    .split(/\r?\n/)
    .filter((line) => line.trim() !== '')
    .map((line) => `<p>${escapeXml(line)}</p>`)
    .join('');

/** Scores a response as right if it has exactly the right options. Shows the feedback of each chosen option, and the explanation. */
const responseProcessing = `<responseProcessing>
    <responseCondition>
      <responseIf><match><variable identifier="RESPONSE"/><correct identifier="RESPONSE"/></match><setOutcomeValue identifier="SCORE"><baseValue baseType="float">1</baseValue></setOutcomeValue></responseIf>
      <responseElse><setOutcomeValue identifier="SCORE"><baseValue baseType="float">0</baseValue></setOutcomeValue></responseElse>
    </responseCondition>
    <setOutcomeValue identifier="CHOSEN"><multiple><variable identifier="RESPONSE"/></multiple></setOutcomeValue>
    <setOutcomeValue identifier="EXPLAINED">${isExact}</setOutcomeValue>
  </responseProcessing>`;

const writeItem = (question: QuizQuestion, index: number): string => {
  const { options } = question;
  const right = options.flatMap(({ isCorrect }, option) => (isCorrect ? [optionId(option)] : []));
  const explanation = [question.explanation, sourceWords(question.source)].filter((text) => text !== '').join('\n');
  const cardinality = right.length === 1 ? 'single' : 'multiple';
  return `${declaration}
<assessmentItem ${itemNamespace} identifier="${itemId(index)}" title="Question ${String(index + 1)}" adaptive="false" timeDependent="false">
  <responseDeclaration identifier="RESPONSE" cardinality="${cardinality}" baseType="identifier">
    <correctResponse>${right.map((id) => `<value>${id}</value>`).join('')}</correctResponse>
  </responseDeclaration>
  <outcomeDeclaration identifier="SCORE" cardinality="single" baseType="float"><defaultValue><value>0</value></defaultValue></outcomeDeclaration>
  <outcomeDeclaration identifier="CHOSEN" cardinality="multiple" baseType="identifier"/>
  <outcomeDeclaration identifier="EXPLAINED" cardinality="single" baseType="identifier"/>
  <itemBody>
    <choiceInteraction responseIdentifier="RESPONSE" shuffle="true" maxChoices="${right.length === 1 ? '1' : '0'}">
      <prompt>${asWords(question.question)}</prompt>
      ${options.map(({ text }, option) => `<simpleChoice identifier="${optionId(option)}">${asWords(text)}</simpleChoice>`).join('\n      ')}
    </choiceInteraction>
  </itemBody>
  ${responseProcessing}
  ${options
    .map(({ rationale }, option) =>
      rationale === ''
        ? ''
        : `<modalFeedback outcomeIdentifier="CHOSEN" identifier="${optionId(option)}" showHide="show">${paragraphs(rationale)}</modalFeedback>`,
    )
    .filter((feedback) => feedback !== '')
    .join('\n  ')}
  ${explanation === '' ? '' : `<modalFeedback outcomeIdentifier="EXPLAINED" identifier="FEEDBACK" showHide="show">${paragraphs(explanation)}</modalFeedback>`}
</assessmentItem>
`;
};

const writeTest = (title: string, count: number): string => `${declaration}
<assessmentTest ${itemNamespace} identifier="quiz" title="${escapeXml(title)}">
  <testPart identifier="part" navigationMode="nonlinear" submissionMode="individual">
    <assessmentSection identifier="section" title="${escapeXml(title)}" visible="true">
      ${Array.from({ length: count }, (_, index) => `<assessmentItemRef identifier="${itemId(index)}" href="${itemId(index)}.xml"/>`).join('\n      ')}
    </assessmentSection>
  </testPart>
</assessmentTest>
`;

const writeManifest = (count: number): string => {
  const ids = Array.from({ length: count }, (_, index) => itemId(index));
  return `${declaration}
<manifest ${manifestNamespace} identifier="lectern-quiz">
  <metadata><schema>QTIv2.1 Package</schema><schemaversion>1.0.0</schemaversion></metadata>
  <organizations/>
  <resources>
    <resource identifier="quiz" type="imsqti_test_xmlv2p1" href="quiz.xml"><file href="quiz.xml"/>${ids.map((id) => `<dependency identifierref="${id}"/>`).join('')}</resource>
    ${ids.map((id) => `<resource identifier="${id}" type="imsqti_item_xmlv2p1" href="${id}.xml"><file href="${id}.xml"/></resource>`).join('\n    ')}
  </resources>
</manifest>
`;
};

/**
 * Writes a quiz as a QTI 2.1 content package: an item per question, a test of all items, and the manifest. Rationales are the feedback of
 * options; explanation and source are shown after each answer.
 *
 * @see https://www.imsglobal.org/question/qtiv2p1/imsqti_implv2p1.html
 */
export const writeQti = async ({ title, questions }: Pick<Quiz, 'title' | 'questions'>): Promise<Uint8Array<ArrayBuffer>> => {
  // Loaded with the first export, because an idle service does not need it.
  const { default: JSZip } = await import('jszip');
  const zip = new JSZip();
  zip.file('imsmanifest.xml', writeManifest(questions.length));
  zip.file('quiz.xml', writeTest(title, questions.length));
  questions.forEach((question, index) => zip.file(`${itemId(index)}.xml`, writeItem(question, index)));
  const bytes = await zip.generateAsync({ type: 'uint8array', compression: 'DEFLATE' });
  return new Uint8Array(bytes);
};
