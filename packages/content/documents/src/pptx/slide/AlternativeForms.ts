interface Alternative {
  hasContent: boolean;
  isChosen: boolean;
}

/**
 * Chooses among the forms of an `mc:AlternateContent`, which repeat one content for different versions of Office. Only the first form with
 * content is read.
 */
export class AlternativeForms {
  private readonly open: Alternative[] = [];

  begin(): void {
    this.open.push({ hasContent: false, isChosen: false });
  }

  end(): void {
    this.open.pop();
  }

  /** Whether the next form (`mc:Choice` or `mc:Fallback`) is to be skipped. */
  get isNextSkipped(): boolean {
    return this.open.at(-1)?.isChosen ?? false;
  }

  endChoice(): void {
    const alternative = this.open.at(-1);
    if (alternative?.hasContent) alternative.isChosen = true;
  }

  /** Call for each text, picture or item. */
  noteContent(): void {
    for (const alternative of this.open) alternative.hasContent = true;
  }
}
