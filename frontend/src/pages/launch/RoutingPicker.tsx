// Which routing: a field that shows the chosen one, and opens the list of all with what each of them does.
import { Combobox, useCombobox } from "@mantine/core";
import type { RoutingMode } from "../../api/types";
import { Icon } from "../../parts/Icon";
import styles from "./launch.module.css";
import { RoutingGlyph } from "./RoutingGlyph";
import { OFFERED, ROUTINGS } from "./routings";

interface Props {
  value: RoutingMode;
  onChange(value: RoutingMode): void;
}

export function RoutingPicker({ value, onChange }: Props) {
  const combobox = useCombobox({
    onDropdownOpen: () => combobox.updateSelectedOptionIndex("active", { scrollIntoView: true }),
  });
  const chosen = ROUTINGS[value];
  return (
    <Combobox
      store={combobox}
      onOptionSubmit={(mode) => {
        onChange(mode as RoutingMode);
        combobox.closeDropdown();
      }}
      classNames={{ dropdown: styles.routings, option: styles.routing }}
      transitionProps={{ duration: 0 }}
      width={356}
      position="bottom-end"
    >
      <Combobox.Target targetType="button">
        <button
          type="button"
          className={`box ${styles.routingBox}`}
          role="combobox"
          aria-expanded={combobox.dropdownOpened}
          aria-label="Routing"
          onClick={() => combobox.toggleDropdown()}
        >
          <RoutingGlyph paths={chosen.paths} />
          <span className="label grow">{chosen.name}</span>
          <Icon name="down" />
        </button>
      </Combobox.Target>
      <Combobox.Dropdown>
        <Combobox.Options aria-label="Routing">
          {OFFERED.map((mode) => (
            <Combobox.Option key={mode} value={mode} active={mode === value}>
              <RoutingGlyph paths={ROUTINGS[mode].paths} />
              <span>
                <b className="label">{ROUTINGS[mode].name}</b>
                <small>{ROUTINGS[mode].says}</small>
              </span>
            </Combobox.Option>
          ))}
        </Combobox.Options>
      </Combobox.Dropdown>
    </Combobox>
  );
}
