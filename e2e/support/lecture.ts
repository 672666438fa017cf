/** About 350 words with plain definitions, facts, lists and one table: the minimum for a full quiz and deck. */
export const lecture = `# Cell respiration

Cell respiration is the process by which cells release energy from glucose. Aerobic respiration is respiration that uses oxygen. Anaerobic respiration is respiration that happens without oxygen. Adenosine triphosphate is the molecule that carries energy in every living cell. A mitochondrion is an organelle that carries out most of aerobic respiration. The matrix is the fluid-filled space inside the inner membrane of a mitochondrion.

Glycolysis is the splitting of one glucose molecule into two molecules of pyruvate. Glycolysis takes place in the cytoplasm of the cell. The Krebs cycle takes place in the matrix of the mitochondrion. The electron transport chain takes place on the inner membrane of the mitochondrion. Oxidative phosphorylation is the making of ATP with energy from the electron transport chain. Fermentation is a pathway that renews NAD without oxygen. Chemiosmosis is the movement of hydrogen ions across a membrane through ATP synthase.

The electron transport chain produces about 28 molecules of ATP for each molecule of glucose. Glycolysis produces 2 molecules of ATP for each molecule of glucose. The Krebs cycle produces 2 molecules of ATP for each molecule of glucose. Oxygen accepts the electrons at the end of the chain and forms water. NADH carries electrons from the Krebs cycle to the electron transport chain. Pyruvate dehydrogenase converts pyruvate into acetyl coenzyme A.

Products of aerobic respiration:
- carbon dioxide
- water
- adenosine triphosphate

Products of fermentation in muscle cells:
- lactate
- NAD

Products of fermentation in yeast:
- ethanol
- carbon dioxide

Enzymes control every step of respiration. ATP synthase is an enzyme that makes ATP from ADP and phosphate. Coenzyme A is a carrier that brings acetyl groups into the Krebs cycle. Lactate is the product that builds up in muscles during hard exercise. Brown fat is a tissue that releases the energy of respiration as heat.

| Stage | Place | ATP |
| --- | --- | --- |
| Glycolysis | Cytoplasm | 2 |
| Krebs cycle | Matrix | 2 |
| Electron transport chain | Inner membrane | 28 |

The rate of respiration rises with temperature until the enzymes lose their shape. Cyanide is a poison that blocks the last step of the electron transport chain. Cells with high energy needs hold many mitochondria, such as muscle cells and nerve cells.
`;
