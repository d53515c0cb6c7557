"""Games on somebody's server, by its public interface."""
