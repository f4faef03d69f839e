import { createContext, type ReactNode, useCallback, useContext, useEffect, useId, useMemo, useState } from 'react';

/** Reports whether a form or field holds something that is not saved. */
type ReportUnsaved = (id: string, isUnsaved: boolean) => void;

const ReportContext = createContext<ReportUnsaved>(() => undefined);

/** Marks the section around the component while the component holds something that is not saved. */
export function useUnsaved(isUnsaved: boolean): void {
  const report = useContext(ReportContext);
  const id = useId();
  useEffect(() => {
    report(id, isUnsaved);
    return () => report(id, false);
  }, [report, id, isUnsaved]);
}

/** The sections in which something is not saved, and what the content of a section reports to. */
export function useUnsavedSections() {
  const [reported, setReported] = useState<ReadonlyMap<string, string>>(new Map());
  const report = useCallback((section: string, id: string, isUnsaved: boolean) => {
    setReported((before) => {
      if (before.has(id) === isUnsaved) return before;
      const after = new Map(before);
      if (isUnsaved) after.set(id, section);
      else after.delete(id);
      return after;
    });
  }, []);
  return { unsaved: new Set(reported.values()), report };
}

interface UnsavedSectionProps {
  readonly section: string;
  readonly report: (section: string, id: string, isUnsaved: boolean) => void;
  readonly children: ReactNode;
}

export function UnsavedSection({ section, report, children }: UnsavedSectionProps) {
  const reportHere = useMemo<ReportUnsaved>(() => (id, isUnsaved) => report(section, id, isUnsaved), [section, report]);
  return <ReportContext value={reportHere}>{children}</ReportContext>;
}
