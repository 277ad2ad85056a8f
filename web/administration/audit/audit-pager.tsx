import { Icon } from "../../design/icon.tsx";
import { useSay } from "../../say.tsx";

/** From page to page along the time: how many there are, nobody counts. */
export function AuditPager({
  page,
  isLast,
  onNewer,
  onOlder,
}: {
  page: number;
  isLast: boolean;
  onNewer(): void;
  onOlder(): void;
}) {
  const say = useSay();
  if (page === 1 && isLast) return null;
  return (
    <nav className="pager compact" aria-label={say("audit.pages.label")}>
      <p className="tab">{say("audit.pages.page", { page })}</p>
      <ul>
        {page > 1 && (
          <li>
            <button type="button" className="word" onClick={onNewer}>
              <Icon name="back" /> {say("audit.pages.newer")}
            </button>
          </li>
        )}
        {!isLast && (
          <li>
            <button type="button" className="word" onClick={onOlder}>
              {say("audit.pages.older")} <Icon name="forward" />
            </button>
          </li>
        )}
      </ul>
    </nav>
  );
}
