/** What the vault asks of the computer's own protected store. */
export interface Cipher {
  /** False: what `encrypt` gives would be no protection on this computer, now. */
  isProtected(): Promise<boolean>;
  /** Rejects where the store is locked or gone. */
  encrypt(text: string): Promise<Uint8Array>;
  /** Rejects for what another user, computer or key encrypted. */
  decrypt(bytes: Uint8Array): Promise<string>;
}
