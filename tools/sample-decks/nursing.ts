import type { Lecture } from './Lecture.ts';

/** A lecture for nurses in training. Our own words; textbook knowledge. */
export const nursing: Lecture = {
  file: 'nursing-heart-failure.pptx',
  title: 'Heart Failure: Nursing Care of Adults',
  slides: [
    {
      title: 'Heart Failure: Nursing Care of Adults',
      subtitle: 'Adult Health Nursing, week 6',
      notes: 'Welcome back. Today we follow one patient group from the first symptoms to going home.',
    },
    {
      title: 'What Heart Failure Is',
      bullets: [
        'Heart failure is a clinical syndrome in which the heart cannot pump enough blood to meet the needs of the body.',
        'Ejection fraction: the share of blood in the left ventricle that leaves it with each beat.',
        'Cardiac output: the volume of blood that one ventricle pumps in a minute.',
        ['A normal ejection fraction lies between 55% and 70%.'],
      ],
      notes:
        'Heart failure does not mean that the heart has stopped. The muscle is too weak to empty the ventricle, or too stiff to let it fill. Coronary artery disease and hypertension cause most cases in adults.',
    },
    {
      title: 'Two Main Types',
      table: [
        ['Type', 'Ejection fraction', 'What the muscle cannot do'],
        ['Reduced ejection fraction', '40% or less', 'Contract strongly enough to empty the ventricle'],
        ['Mildly reduced ejection fraction', '41% to 49%', 'Contract at full strength under load'],
        ['Preserved ejection fraction', '50% or more', 'Relax enough to let the ventricle fill'],
      ],
      notes:
        'Systolic dysfunction is a weakness of contraction that leaves too much blood in the ventricle. Diastolic dysfunction is a stiffness of the ventricle that limits its filling. An echocardiogram measures the ejection fraction and tells the types apart.',
    },
    {
      title: 'How the Body Compensates',
      bullets: [
        'The sympathetic nervous system raises the heart rate and narrows the blood vessels.',
        'Renin-angiotensin-aldosterone system: a chain of hormones that retains sodium and water when the kidneys sense low flow.',
        'Ventricular remodeling: a change in the size and shape of the ventricle under lasting strain.',
        'B-type natriuretic peptide: a hormone that the ventricles release when their walls are stretched.',
      ],
      notes:
        'Compensation helps for days and harms over months. Aldosterone increases the blood volume, and the extra volume stretches the ventricle further. Natriuretic peptides oppose this chain by promoting the loss of sodium and water.',
    },
    {
      title: 'Signs by Side of the Heart',
      bullets: [
        'Signs of left-sided heart failure include:',
        ['Crackles at the lung bases', 'Breathlessness when lying flat', 'Pink, frothy sputum', 'Fatigue on mild exertion'],
        'Signs of right-sided heart failure include:',
        ['Swelling of both ankles', 'Distended neck veins', 'An enlarged, tender liver', 'Weight gain from retained fluid'],
      ],
      notes:
        'Blood backs up behind the failing side. Left-sided failure congests the lungs. Right-sided failure congests the veins of the body.',
    },
    {
      title: 'Words for Breathlessness',
      bullets: [
        'Dyspnea: an uncomfortable awareness of difficult breathing.',
        'Orthopnea: shortness of breath that appears when the patient lies flat.',
        'Paroxysmal nocturnal dyspnea: sudden breathlessness that wakes the patient from sleep.',
        'Tachypnea: a breathing rate above the normal range for age.',
      ],
      notes:
        'Nurses often describe orthopnea by the number of pillows that a patient needs at night. A rise from two pillows to four suggests worsening congestion.',
    },
    {
      title: 'Assessment at the Bedside',
      bullets: [
        'Assess breath sounds, oxygen saturation and work of breathing at each shift.',
        'Weigh the patient every morning before breakfast on the same scale.',
        'A gain of more than 2 kg in a week suggests fluid retention.',
        'Check the ankles and the sacrum for pitting edema.',
      ],
      notes:
        'Daily weight is the most sensitive bedside measure of fluid balance. One liter of retained fluid weighs about one kilogram. Patients who stay in bed collect fluid at the sacrum rather than at the ankles.',
    },
    {
      title: 'Nursing Diagnoses',
      bullets: [
        'Excess fluid volume: retention of sodium and water that shows as edema, weight gain or crackles.',
        'Decreased cardiac output: a volume of pumped blood that is too small for the demands of the tissues.',
        'Impaired gas exchange: a disturbance of oxygen uptake caused by fluid in the alveoli.',
        'Activity intolerance: a lack of energy to complete the tasks of daily life.',
      ],
      notes:
        'Each diagnosis is related to a cause and supported by evidence. Excess fluid volume usually comes first because it drives most admissions.',
    },
    {
      title: 'Planning Care Together',
      smartArt: [
        'Agree on a target weight with the patient',
        'Plan rest between activities',
        'Set a daily sodium limit of 2 g',
        'Arrange a follow-up visit within 7 days of discharge',
      ],
      notes:
        'Goals are measurable and have a date. The expected outcome for fluid volume is a stable weight and clear lungs within 48 hours. Planning includes the family, because they shop and cook.',
    },
    {
      title: 'Medicines and Their Watch Points',
      table: [
        ['Medicine group', 'Main effect', 'What the nurse watches'],
        ['Loop diuretics', 'Remove excess sodium and water', 'Potassium level and urine output'],
        ['ACE inhibitors', 'Widen blood vessels and lower afterload', 'Dry cough and blood pressure'],
        ['Beta blockers', 'Slow the heart and lower its oxygen demand', 'Heart rate and signs of bronchospasm'],
        ['Cardiac glycosides', 'Strengthen each contraction', 'Apical pulse and signs of toxicity'],
      ],
      notes:
        'Furosemide is a loop diuretic that can lower potassium within hours. Digoxin is a cardiac glycoside with a narrow margin between benefit and harm. Withhold digoxin and call the prescriber when the apical pulse of an adult is below 60 beats per minute.',
    },
    {
      title: 'Nursing Interventions',
      group: [
        'Raise the head of the bed to high Fowler position',
        'Give oxygen as prescribed',
        'Administer the diuretic in the morning',
        'Record intake and output every 4 hours',
      ],
      bullets: [
        'Preload: the stretch of the ventricle at the end of filling.',
        'Afterload: the resistance that the ventricle must overcome to eject blood.',
      ],
      notes:
        'High Fowler position reduces venous return and eases the work of breathing. Diuretics are given in the morning so that the need to urinate does not disturb sleep. Acute pulmonary edema is an emergency in which fluid fills the alveoli.',
    },
    {
      title: 'Why Teaching Matters',
      chart: {
        title: 'Readmission within 30 days in a teaching example',
        name: 'Patients readmitted (%)',
        labels: ['No teaching', 'Leaflet only', 'Teach-back', 'Teach-back and call'],
        values: [26, 23, 17, 14],
      },
      notes:
        'The numbers are made up for practice in reading charts. Teach-back is a method in which the patient explains the advice in his or her own words.',
    },
    {
      title: 'Going Home',
      bullets: [
        'Patients should call the clinic about:',
        ['A gain of 1 kg in a day', 'New swelling of the legs', 'A need for more pillows at night', 'Dizziness on standing up'],
        'Salt substitutes contain potassium and can be dangerous with ACE inhibitors.',
      ],
      notes:
        'Ibuprofen and similar pain relievers promote sodium retention and weaken the effect of diuretics. Vaccination against influenza prevents infections that decompensate a weak heart.',
    },
    {
      title: 'Evaluating Care',
      bullets: [
        'Evaluation compares the results with the goals that were set.',
        'Lungs are clear, and oxygen saturation stays above 92% on room air.',
        'The patient names three reasons to call the clinic.',
        'If goals are not met, the plan is revised with the team.',
      ],
      notes:
        'Evaluation closes the circle and starts the next assessment. Weight, symptoms and knowledge are each evaluated before discharge.',
    },
  ],
};
