import type { StoredOrder, StoredParcel } from '../orders/stored-order.ts';

/** The papers a label comes on, as their addresses name them. */
const labelPapers = {
  '4x6.zpl': { name: '4x6 ZPL', size: '4x6', format: 'zpl' },
  '4x6.pdf': { name: '4x6 PDF', size: '4x6', format: 'pdf' },
  'a4.pdf': { name: 'A4 PDF', size: 'A4', format: 'pdf' },
} as const;
export type LabelPaper = keyof typeof labelPapers;

export const isLabelPaper = (text: string): text is LabelPaper => Object.hasOwn(labelPapers, text);

export interface LabelUrlEntry {
  name: string;
  size: string;
  format: string;
  url: string;
}

const allPapers = Object.keys(labelPapers) as LabelPaper[];

/** The label addresses of an order for the given papers; none without a paper. */
export function labelUrls(labelUrl: string, order: StoredOrder, papers: readonly LabelPaper[] = allPapers) {
  const orderFolder = `${labelUrl}/labels/${order.labelKey}`;
  const at = (folder: string) => ({
    pick_up_label_urls: papers.map((paper): LabelUrlEntry => ({ ...labelPapers[paper], url: `${folder}/${paper}` })),
    label: papers.length > 0 ? folder : null,
  });
  return {
    ofPickUp: () => at(`${orderFolder}/all`),
    ofDropOff: () => ({ ...at(`${orderFolder}/all`), pick_up_label_urls: [] as LabelUrlEntry[] }),
    ofParcel: (parcel: StoredParcel) => at(`${orderFolder}/${parcel.pickUpCode}`),
  };
}
