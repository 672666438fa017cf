import type { Lecture } from './Lecture.ts';

/** A lecture on how cells get energy from glucose. Our own words; textbook knowledge. */
export const biology: Lecture = {
  file: 'biology-cell-respiration.pptx',
  title: 'Cellular Respiration',
  slides: [
    {
      title: 'Cellular Respiration',
      subtitle: 'Cell Biology 101, lecture 8',
      notes: 'Bring the worksheet on redox reactions. We start with the big picture and then walk through the stages.',
    },
    {
      title: 'Why Cells Respire',
      bullets: [
        'Cellular respiration is a set of reactions that releases energy from glucose in small steps.',
        'ATP: a small molecule that carries usable energy to the processes of the cell.',
        'Aerobic respiration: a pathway that uses oxygen to break glucose down completely.',
        'Anaerobic respiration: a pathway that uses another electron acceptor in place of oxygen.',
      ],
      notes:
        'Burning glucose in one step would release its energy as heat. Small steps let the cell capture part of the energy in ATP. A working muscle cell recycles its whole pool of ATP in about a minute.',
    },
    {
      title: 'Where Each Stage Happens',
      table: [
        ['Stage', 'Place in the cell', 'Main products'],
        ['Glycolysis', 'Cytosol', 'Pyruvate, NADH and 2 ATP'],
        ['Pyruvate oxidation', 'Entrance to the mitochondrial matrix', 'Acetyl-CoA and carbon dioxide'],
        ['Citric acid cycle', 'Mitochondrial matrix', 'Carbon dioxide, NADH and FADH2'],
        ['Oxidative phosphorylation', 'Inner mitochondrial membrane', 'Water and most of the ATP'],
      ],
      notes:
        'Eukaryotic cells move from the cytosol into the mitochondrion as the pathway goes on. Bacteria have no mitochondria and run the electron transport chain in their plasma membrane.',
    },
    {
      title: 'Carriers of Electrons',
      bullets: [
        'Oxidation: the loss of electrons from a molecule.',
        'Reduction: the gain of electrons by a molecule.',
        'NADH: a reduced coenzyme that delivers high-energy electrons to the first complex of the chain.',
        'FADH2: a reduced coenzyme that delivers electrons to the second complex of the chain.',
      ],
      notes:
        'Oxidation and reduction always happen together. NAD⁺ accepts two electrons and one proton when it is reduced. FADH2 yields less ATP than NADH because its electrons enter the chain later.',
    },
    {
      title: 'Glycolysis',
      bullets: [
        'Glycolysis splits one molecule of glucose into two molecules of pyruvate.',
        'The pathway has ten steps and needs no oxygen.',
        'The investment phase consumes 2 ATP.',
        'The payoff phase produces 4 ATP and 2 NADH.',
      ],
      notes:
        'Phosphofructokinase controls the speed of glycolysis. High levels of ATP inhibit phosphofructokinase, so the pathway slows when energy is plentiful. The net gain of glycolysis is 2 ATP for each glucose.',
    },
    {
      title: 'Pyruvate Oxidation',
      smartArt: [
        'Pyruvate enters the mitochondrion',
        'An enzyme removes one carbon as carbon dioxide',
        'NAD⁺ is reduced to NADH',
        'The acetyl group is bound to coenzyme A',
      ],
      notes:
        'The pyruvate dehydrogenase complex links glycolysis to the citric acid cycle. Each glucose gives two molecules of acetyl-CoA. Thiamine deficiency weakens this complex and harms nerve cells first.',
    },
    {
      title: 'The Citric Acid Cycle',
      bullets: [
        'Acetyl-CoA joins oxaloacetate to form citrate.',
        'Products of one turn of the cycle include:',
        ['Three molecules of NADH', 'One molecule of FADH2', 'One molecule of GTP', 'Two molecules of carbon dioxide'],
        'Oxaloacetate is regenerated at the end of each turn.',
      ],
      notes:
        'Hans Krebs described the cycle in 1937. The cycle turns twice for each glucose. Intermediates of the cycle also serve as building blocks for amino acids.',
    },
    {
      title: 'The Electron Transport Chain',
      bullets: [
        'Electron transport chain: a series of protein complexes that pass electrons toward oxygen.',
        'Proton gradient: a difference in proton concentration across the inner membrane.',
        'Chemiosmosis: the use of a proton gradient to drive the synthesis of ATP.',
        'ATP synthase: an enzyme that makes ATP as protons flow through it.',
      ],
      notes:
        'Complexes I, III and IV pump protons into the intermembrane space. Oxygen is the final electron acceptor and forms water. Cyanide blocks complex IV and stops the chain within minutes.',
    },
    {
      title: 'Yield of ATP',
      chart: {
        title: 'ATP made from one glucose, by stage',
        name: 'ATP molecules',
        labels: ['Glycolysis', 'Citric acid cycle', 'Oxidative phosphorylation'],
        values: [2, 2, 28],
      },
      notes:
        'The total is about 30 to 32 ATP for each glucose. Older books give 38 ATP, which assumes that no protons leak through the membrane. Roughly 34% of the energy in glucose ends up in ATP.',
    },
    {
      title: 'When Oxygen Runs Out',
      bullets: [
        'Fermentation: a process that regenerates NAD⁺ without oxygen.',
        'Lactic acid fermentation: a pathway in which pyruvate is reduced to lactate.',
        'Alcoholic fermentation: a pathway in which yeast turns pyruvate into ethanol and carbon dioxide.',
        'Obligate anaerobe: an organism that is poisoned by oxygen.',
      ],
      notes:
        'Without fermentation, glycolysis would stop because the cell would run out of NAD⁺. Muscle cells produce lactate during a sprint. The liver converts lactate back into glucose after exercise.',
    },
    {
      title: 'Control of Respiration',
      group: [
        'ATP inhibits phosphofructokinase',
        'AMP activates phosphofructokinase',
        'Citrate slows glycolysis',
        'Calcium speeds up the citric acid cycle',
      ],
      bullets: [
        'Feedback inhibition: a control in which the end product of a pathway slows an early enzyme.',
        'Allosteric enzyme: an enzyme whose shape changes when a regulator binds away from the active site.',
      ],
      notes: 'Feedback inhibition prevents the waste of glucose. AMP signals that the cell is short of energy.',
    },
    {
      title: 'Other Fuels',
      bullets: [
        'Beta oxidation: the removal of two-carbon units from fatty acids in the matrix.',
        'Deamination: the removal of the amino group from an amino acid.',
        'One gram of fat releases about 9 kcal of energy.',
        'One gram of carbohydrate releases about 4 kcal of energy.',
      ],
      notes:
        'Fatty acids enter the citric acid cycle as acetyl-CoA. Brown fat contains a protein that lets protons leak, so the energy appears as heat.',
    },
  ],
};
