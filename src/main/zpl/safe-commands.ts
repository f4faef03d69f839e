/**
 * Commands that draw this label and nothing else: they pass. Some stay in force until the next label sets them anew
 * (`^LH ^PO ^LR ^CF ^CI ^FW ^BY ^PM`). Names as in Zebra's programming guide; every bar code's `^B` is here.
 */
export const safeCommands: ReadonlySet<string> = new Set(
  [
    '^XA ^XZ ^FX',
    // Fields
    '^FO ^FT ^FD ^FV ^FS ^FH ^FB ^TB ^FW ^FP ^FR ^FN ^FC ^FE ^FM ^SN ^SF',
    // Text
    '^A ^CF ^CI ^CV ^PA',
    // Bar codes
    '^B0 ^B1 ^B2 ^B3 ^B4 ^B5 ^B7 ^B8 ^B9 ^BA ^BB ^BC ^BD ^BE ^BF ^BI ^BJ ^BK ^BL ^BM ^BO ^BP ^BQ ^BR ^BS ^BT ^BU ^BX ^BY ^BZ',
    // Graphics; ~DN ends a downloaded graphic
    '^GB ^GC ^GD ^GE ^GF ^GS ~DN',
    // The whole label
    '^LH ^LR ^PM ^PO',
  ]
    .join(' ')
    .split(' '),
);
