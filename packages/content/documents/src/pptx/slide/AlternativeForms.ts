interface Alternative {
  hasContent: boolean;
  isChosen: boolean;
}

/**
 * Chooses among the forms of an `mc:AlternateContent`, of which each says the same to a different version of Office. The first form with
 * any content is read, the later ones are skipped.
 */
export class AlternativeForms {
  private readonly open: Alternative[] = [];

  begin(): void {
    this.open.push({ hasContent: false, isChosen: false });
  }

  end(): void {
    this.open.pop();
  }

  /** Whether a form (`mc:Choice` or `mc:Fallback`) that opens now has to be skipped. */
  get isNextSkipped(): boolean {
    return this.open.at(-1)?.isChosen ?? false;
  }

  endChoice(): void {
    const alternative = this.open.at(-1);
    if (alternative?.hasContent) alternative.isChosen = true;
  }

  /** To be called for each text, picture or item that is read. */
  noteContent(): void {
    for (const alternative of this.open) alternative.hasContent = true;
  }
}
