import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { adpie, type GuideStyle, guideStyles, irac, namedStyle, partOf, soap, sortsIntoParts } from './guideStyles.ts';

/** Passages of lectures with the part that a teacher would assign; `undefined` for none. */
type Passages = readonly [part: string | undefined, text: string][];

const nursing: Passages = [
  ['Assessment', 'Orthopnea is shortness of breath that appears when the patient lies flat.'],
  ['Assessment', 'Auscultate breath sounds every four hours and note crackles at the bases.'],
  ['Assessment', 'Ask about chest pain, palpitations and recent weight gain.'],
  ['Assessment', 'Signs of hypoglycemia include sweating, tremor and confusion.'],
  ['Assessment', 'Inspect the wound for redness, swelling and drainage.'],
  ['Assessment', 'A capillary refill of more than three seconds suggests poor perfusion.'],
  ['Diagnosis', 'Impaired gas exchange related to fluid in the alveoli.'],
  ['Diagnosis', 'Risk for falls related to sedation and muscle weakness.'],
  ['Diagnosis', 'Ineffective airway clearance as evidenced by a weak cough.'],
  ['Diagnosis', 'Acute pain related to the surgical incision.'],
  ['Planning', 'The patient will walk 50 meters without dyspnea by day three.'],
  ['Planning', 'Expected outcome: oxygen saturation stays above 92 percent on room air.'],
  ['Planning', 'Set goals together with the patient and the family.'],
  ['Implementation', 'Administer furosemide as prescribed and record urine output.'],
  ['Implementation', 'Raise the head of the bed to 45 degrees.'],
  ['Implementation', 'Teach the patient to weigh himself every morning.'],
  ['Implementation', 'Encourage deep breathing and coughing every two hours.'],
  ['Evaluation', 'Goal met: the patient reports a pain level of two after one hour.'],
  ['Evaluation', 'Reassess pain thirty minutes after the dose and compare it with the goal.'],
  [undefined, 'The left ventricle pumps blood into the aorta.'],
];

const law: Passages = [
  ['Issue', 'The question is whether the advertisement was an offer or an invitation to treat.'],
  ['Issue', 'Whether a minor can be bound by a contract for luxuries is the issue here.'],
  ['Issue', 'Did the seller owe a duty of care to the buyer’s guests?'],
  ['Issue', 'At issue was whether silence can amount to acceptance.'],
  ['Issue', 'Can a promise be enforced without consideration?'],
  ['Rule', 'An offer must be communicated to the person to whom it is made.'],
  ['Rule', 'A contract is void if its purpose is illegal.'],
  ['Rule', 'Under section 2 of the Act, a sale of land has to be in writing.'],
  ['Rule', 'In Carlill v Carbolic Smoke Ball Co, the court held that a unilateral offer can be accepted by conduct.'],
  ['Rule', 'Consideration means something of value that is given in exchange for a promise.'],
  ['Rule', 'Article 6 guarantees the right to a fair trial.'],
  ['Rule', 'A party may not rely on an exclusion clause that was not brought to the other party’s notice.'],
  ['Application', 'Here, the buyer posted the letter before the offer was withdrawn, so the postal rule applies.'],
  ['Application', 'In this case, the defendant knew of the defect and said nothing.'],
  ['Application', 'Applying the test to these facts, a reasonable person would have seen the danger.'],
  ['Application', 'On the facts, the shop had displayed the sign where no guest could read it.'],
  ['Conclusion', 'Therefore, the contract is enforceable against the seller.'],
  ['Conclusion', 'The claim is likely to succeed.'],
  ['Conclusion', 'In conclusion, no binding agreement was formed.'],
  [undefined, 'The lecture was first given in London in spring.'],
];

const clinical: Passages = [
  ['Subjective', 'The patient reports chest pain that began two days ago.'],
  ['Subjective', 'She complains of nausea and blurred vision.'],
  ['Subjective', 'He denies fever, chills and night sweats.'],
  ['Subjective', 'Chief complaint: headache for one week.'],
  ['Subjective', 'The mother states that the child has not eaten since yesterday.'],
  ['Subjective', 'Past medical history: asthma and hypertension.'],
  ['Objective', 'Blood pressure is 150/95 mmHg and the pulse is 102 per minute.'],
  ['Objective', 'On examination, the abdomen is soft and not tender.'],
  ['Objective', 'Laboratory results show a potassium of 5.9 mmol/L.'],
  ['Objective', 'Chest radiograph shows an infiltrate in the right lower lobe.'],
  ['Objective', 'Temperature 38.4 °C, respiratory rate 24, oxygen saturation 91%.'],
  ['Objective', 'Auscultation reveals crackles at both bases.'],
  ['Assessment', 'The findings are consistent with community-acquired pneumonia.'],
  ['Assessment', 'Differential diagnosis: migraine, tension headache, sinusitis.'],
  ['Assessment', 'The most likely diagnosis is iron deficiency anemia.'],
  ['Plan', 'Start amoxicillin 500 mg three times a day for seven days.'],
  ['Plan', 'Order a chest CT and repeat the blood count in two weeks.'],
  ['Plan', 'Refer the patient to cardiology.'],
  ['Plan', 'Follow up in the clinic in ten days.'],
  [undefined, 'Penicillin was discovered by chance in a laboratory in London.'],
];

describe.each<[string, GuideStyle, Passages]>([
  ['nursing passages in ADPIE', adpie, nursing],
  ['law passages in IRAC', irac, law],
  ['clinical passages in SOAP', soap, clinical],
])('%s', (_, style, passages) => {
  it.each(passages)('%s: %s', (part, text) => {
    expect(partOf(style, text, '')).toBe(part);
  });
});

it('recognises styles by name, and soap that is not one', () => {
  expect(
    ['adpie please', 'use IRAC', 'SOAP', 'cornell notes', 'about soap bubbles', undefined].map(
      (preference) => namedStyle(preference)?.name,
    ),
  ).toEqual(['ADPIE', 'IRAC', 'SOAP', 'Cornell', undefined, undefined]);
});

it('has the standard parts of each style, in order', () => {
  expect(Object.fromEntries(guideStyles.map(({ name, parts }) => [name, parts]))).toEqual({
    ADPIE: ['Assessment', 'Diagnosis', 'Planning', 'Implementation', 'Evaluation'],
    IRAC: ['Issue', 'Rule', 'Application', 'Conclusion'],
    SOAP: ['Subjective', 'Objective', 'Assessment', 'Plan'],
    Cornell: ['Cues', 'Notes', 'Summary'],
  });
});

it('has a task for each part of a style that sorts statements', () => {
  const sorting = guideStyles.filter(sortsIntoParts);
  expect(sorting.map(({ parts, tasks }) => parts.filter((part) => !tasks[part]?.endsWith('?')))).toEqual(sorting.map(() => []));
});

it('appears as chips of the create form, with the outline, which has no parts', () => {
  const screen = readFileSync(join(__dirname, '../../../../../mf-library/src/guides/StyleField.tsx'), 'utf8');
  const offered = /const styles = \[([^\]]*)\]/.exec(screen)?.[1]?.match(/(?<=')[^',]+(?=')/g);
  expect(offered).toEqual([...guideStyles.map(({ name }) => name), 'Outline']);
});
