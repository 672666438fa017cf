import type { Lecture } from './Lecture.ts';

/** A lecture on the formation of contracts at common law. Our own words; well-known cases. */
export const law: Lecture = {
  file: 'law-contract-formation.pptx',
  title: 'Contract Formation at Common Law',
  slides: [
    {
      title: 'Contract Formation at Common Law',
      subtitle: 'Law of Obligations, lecture 2',
      notes: 'Good morning. By the end you should be able to say whether a bargain binds.',
    },
    {
      title: 'What a Contract Is',
      bullets: [
        'A contract is an agreement that the courts will enforce.',
        'The elements of a simple contract are:',
        ['Offer by one party', 'Acceptance by the other', 'Consideration on both sides', 'Intention to create legal relations'],
        'Capacity: the legal ability of a person to bind himself or herself by contract.',
      ],
      notes:
        'Most contracts need no writing. A contract for the sale of land is an exception, and a statute requires it to be in writing. Courts judge agreement objectively, by what a reasonable person would understand.',
    },
    {
      title: 'Offer',
      bullets: [
        'Offer: a statement of willingness to be bound on stated terms as soon as it is accepted.',
        'Invitation to treat: a step in negotiation that only invites others to make an offer.',
        'Offeror: the party who makes the proposal and sets its terms.',
        'Offeree: the party to whom the proposal is addressed.',
      ],
      notes:
        'The issue in many cases is whether a statement was an offer at all. In Carlill v Carbolic Smoke Ball Company, the court held that an advertisement promising a reward was an offer to the whole world. The company had deposited £1,000 with a bank, which showed that it was serious.',
    },
    {
      title: 'Offer or Invitation?',
      table: [
        ['Situation', 'How the law treats it', 'Leading case'],
        ['Goods on a shelf with a price', 'Invitation to treat', 'Pharmaceutical Society v Boots'],
        ['Knife in a shop window', 'Invitation to treat', 'Fisher v Bell'],
        ['Reward promised in an advertisement', 'Offer to the world', 'Carlill v Carbolic Smoke Ball'],
        ['Reply that merely states a lowest price', 'Supply of information', 'Harvey v Facey'],
      ],
      notes:
        'In Fisher v Bell, the court held that a knife displayed with a price was not offered for sale. The customer makes the offer at the till, and the shop may refuse it.',
    },
    {
      title: 'How an Offer Ends',
      bullets: [
        'Revocation: a withdrawal of the offer before acceptance takes place.',
        'Counter-offer: a reply that changes the terms and destroys the original proposal.',
        'Lapse: the expiry of an offer after a fixed or a reasonable time.',
        'An offer also ends with the death of the offeror once the offeree knows of it.',
      ],
      notes:
        'Revocation takes effect only when it reaches the offeree. In Hyde v Wrench, the court held that a counter-offer of £950 destroyed the offer to sell at £1,000. In Dickinson v Dodds, news of a sale from a reliable third party was enough to revoke the offer.',
    },
    {
      title: 'Acceptance',
      bullets: [
        'Acceptance: a final and unqualified assent to all the terms of the offer.',
        'Silence cannot amount to acceptance of an offer.',
        'Postal rule: an exception under which a letter of acceptance binds as soon as it is posted.',
        'Acceptance by instant message takes effect when it is received.',
      ],
      notes:
        'In Felthouse v Bindley, the uncle could not impose a contract by writing that silence would be consent. Adams v Lindsell established the postal rule in 1818. An offeror can exclude the postal rule by requiring that acceptance actually reach him.',
    },
    {
      title: 'Consideration',
      bullets: [
        'Consideration: the price that each party pays for the promise of the other.',
        'Executed consideration: an act that is completed when the contract is made.',
        'Executory consideration: a promise to be performed in the future.',
        'Past consideration: an act that was finished before the promise was given.',
      ],
      notes:
        'Consideration must be sufficient but need not be adequate. In Chappell v Nestlé, the court held that chocolate wrappers were part of the price of a record. Past consideration does not support a new promise, as Roscorla v Thomas shows.',
    },
    {
      title: 'Existing Duties and Part Payment',
      bullets: [
        'A promise to perform an existing duty was not good consideration in Stilk v Myrick.',
        'In Williams v Roffey, a practical benefit to the promisor was enough.',
        'Payment of a smaller sum does not discharge a debt, according to Foakes v Beer.',
        'Promissory estoppel: an equitable doctrine that prevents a party from going back on a promise on which another has relied.',
      ],
      notes:
        'Apply the rule to the facts step by step. Promissory estoppel is a shield and does not create a new right to sue. The High Trees case of 1947 revived the doctrine during a dispute about wartime rent.',
    },
    {
      title: 'Intention to Create Legal Relations',
      chart: {
        title: 'Moot exercise: claims that students judged binding',
        name: 'Share judged binding (%)',
        labels: ['Family promise', 'Social bet', 'Business letter', 'Signed sale'],
        values: [12, 18, 81, 97],
      },
      notes:
        'The numbers come from a class exercise and carry no authority. The law presumes that domestic agreements are not meant to bind. In Balfour v Balfour, a promise of £30 a month between spouses was not enforceable. The law presumes that commercial agreements are meant to bind.',
    },
    {
      title: 'Certainty of Terms',
      bullets: [
        'An agreement to negotiate is too uncertain to be enforced.',
        'Condition precedent: an event that must happen before a duty arises.',
        'Essential terms of a sale include:',
        ['The parties to the bargain', 'The subject matter sold', 'The price or a way to fix it'],
      ],
      notes:
        'Courts try to save a bargain that the parties have already performed. In Scammell v Ouston, the words hire-purchase terms were too vague to enforce.',
    },
    {
      title: 'Who Can Contract',
      group: [
        'Minors: persons under the age of 18',
        'Contracts for necessaries bind a minor',
        'Mental incapacity makes a contract voidable',
        'Companies act within their constitution',
      ],
      bullets: [
        'Voidable contract: a contract that one party may set aside or keep.',
        'Void contract: an agreement that never had any legal effect.',
      ],
      notes:
        'A minor must pay a reasonable price for necessaries that were delivered. In Nash v Inman, eleven fancy waistcoats were not necessaries, because the student already had enough clothes.',
    },
    {
      title: 'Answering a Problem Question',
      smartArt: [
        'State the issue that the facts raise',
        'Set out the rule with its authority',
        'Apply the rule to each fact',
        'Draw a conclusion and say how sure it is',
      ],
      notes: 'A good answer names the party who must prove each element. The conclusion is short and follows from the application.',
    },
    {
      title: 'Worked Problem: The Lost Laptop',
      bullets: [
        'Nadia advertises a reward of £200 for the return of her laptop.',
        'Omar returns the laptop before he has seen the advertisement.',
        'The issue is whether Omar can claim a reward that he did not know about.',
        'A person cannot accept an offer of which he or she is unaware.',
      ],
      notes:
        'Applying the rule, Omar acted without knowledge of the offer, so there was no acceptance. Therefore Omar has no claim in contract to the reward.',
    },
  ],
};
